"""The words given to the spec."""

from __future__ import annotations

from pathlib import Path

from gpuform.catalog import KNOWN, known
from gpuform.spec.fields import Known

MACHINE_WORDS = "cloud,region,id,source,dated\naws,xx-home-1,xxh1-az1,our own,2026-11-01\n"


def test_it_is_what_the_spec_asks_for() -> None:
    words: Known = KNOWN
    assert "p5.48xlarge" in words.machines("aws")
    assert "us-east-1" in words.regions("aws")
    assert "use1-az6" in words.zones("aws", "us-east-1")
    assert "dlami-base-ubuntu-24.04" in words.images("aws")
    assert "gp3" in words.disk_types("aws")


def test_a_cloud_without_rows_knows_no_word() -> None:
    for cloud in ("azure", "alibaba"):
        found = (KNOWN.machines(cloud), KNOWN.regions(cloud), KNOWN.images(cloud), KNOWN.disk_types(cloud))
        assert [list(words) for words in found] == [[], [], [], []]
        assert list(KNOWN.zones(cloud, "westeurope")) == []


def test_own_rows_add_words(tmp_path: Path) -> None:
    (tmp_path / "zones.csv").write_text(MACHINE_WORDS)
    assert list(known(tmp_path).zones("aws", "xx-home-1")) == ["xxh1-az1"]
    assert "xx-home-1" not in known().regions("aws")
    assert known() is KNOWN
