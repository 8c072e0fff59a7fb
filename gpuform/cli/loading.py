"""From the words of the command line to a resolved plan and a moment."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from gpuform.errors import UsageError
from gpuform.record import record

if TYPE_CHECKING:
    from gpuform.catalog import Catalog
    from gpuform.plan import ClusterPlan
    from gpuform.spec import Document


@record
class Resolved:
    """One spec file, loaded and resolved."""

    file: str
    document: Document
    catalog: Catalog
    plan: ClusterPlan


def resolved(file: str, catalog_dir: Path | None = None) -> Resolved:
    """Load and resolve one spec. Raises SpecError or MissingError with everything that is wrong."""
    from gpuform.catalog import known, load
    from gpuform.plan import plan_of
    from gpuform.spec import load as load_spec

    loaded = load_spec(file, known(catalog_dir))
    catalog = load(loaded.spec.cloud, catalog_dir)
    return Resolved(file=file, document=loaded.document, catalog=catalog, plan=plan_of(loaded, catalog))


def moment(text: str | None) -> datetime:
    """`--now` as a moment, UTC. Without it the clock's: the only place that reads it. Raises UsageError."""
    if text is None:
        return datetime.now(UTC)
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(f"--now is `{text}`: give an ISO date such as 2026-12-01 or 2026-12-01T11:30Z") from None
    return when if when.tzinfo else when.replace(tzinfo=UTC)
