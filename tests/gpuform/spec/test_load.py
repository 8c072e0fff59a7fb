"""Loading: the good examples, scripts, and fuzz: only SpecError and MissingError ever come out."""

from __future__ import annotations

import contextlib
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gpuform.errors import MissingError, Problem, SpecError
from gpuform.spec import load, loaded, parse
from gpuform.spec.models import Boot, Disks, Needs, Network, Orchestrator, Update

QUIET = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
EXAMPLES = [
    "alibaba-a100-erdma",
    "aws-everything-wrong",
    "aws-h100-pretraining",
    "aws-l40s-batch-spot",
    "azure-h100-infiniband",
]
WORDS = [
    "",
    "8",
    "-1",
    "~",
    "[]",
    "{}",
    "[a]",
    "{a: b}",
    "no",
    "1.5",
    ".nan",
    "500 GiB",
    "use1-az6",
    "*x",
    "&x y",
    "<<",
    "\t",
    "'",
    '"',
    "!!int 1",
    "99999999999999999999",
    "2027-01-01",
    "\u2028",
    "- ",
    ": ",
    "#",
    "\\",
    "é",
    "\U0001f600",
]


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_is_read(request, name):
    folder = request.path.parents[2] / "data" / "examples"
    spec = load(str(folder / f"{name}.yaml"), None).spec
    assert spec.pools
    assert spec.cloud == name.partition("-")[0]


def test_values_in_base_units(spec_of):
    spec = spec_of().spec
    pool = spec.pools[0]
    root = pool.disks.root
    assert root is not None
    assert (root.size, root.iops, root.throughput) == (500 * 1024**3, 16000, 1000 * 1024**2)
    assert (pool.nodes.min, pool.nodes.start, pool.nodes.max) == (8, 8, 8)
    assert pool.machine == ("p5.48xlarge",)
    assert pool.needs.interconnect == 3_200_000_000_000
    assert spec.budget is not None
    assert (spec.budget.monthly.amount, spec.budget.reserve) == (Decimal(420000), Decimal(15))
    assert spec.metadata.labels == {"cost-center": "4711"}


def test_the_spec_can_not_be_changed(spec_of):
    with pytest.raises(ValueError, match="frozen"):
        spec_of().spec.cloud = "azure"


@pytest.mark.parametrize("model", [Boot, Disks, Needs, Network, Orchestrator, Update])
def test_defaults_made_without_validation_are_valid(model):
    assert model.model_construct() == model()


def test_carried_needs_come_back(spec_of):
    needs = spec_of().spec.pools[0].needs
    floats = {key: float(value) if isinstance(value, int) else value for key, value in needs.carried().items()}
    assert Needs.from_carried(floats) == needs
    assert Needs.model_construct().carried() == {}


def test_script_is_read(told, good, tmp_path, world):
    (tmp_path / "setup.sh").write_bytes(b"#!/bin/sh\r\necho gr\xc3\xbc\xc3\x9fe\r\n")
    text = good.replace("gang: all", "boot: {script: setup.sh}")
    result = loaded(parse(text, str(tmp_path / "spec.yaml")), world)
    assert result.scripts == {"train": "#!/bin/sh\necho grüße\n"}
    (tmp_path / "setup.sh").write_bytes(b"\xff")
    assert [problem.message for problem in told(text=text, folder=tmp_path)] == ["`setup.sh` is not UTF-8 text"]


@pytest.mark.parametrize("text", ["- 1", "[]", "text", "7", "true", '""'])
def test_a_spec_is_a_map(told, text):
    assert "a spec is a map" in told(text=text)[0].message


def test_zones_of_a_misspelt_region_are_not_told(told):
    assert [problem.path for problem in told(("us-east-1", "us-eats-1"))] == ["region"]


def test_nothing_more_is_said_of_an_empty_value(told):
    assert [(problem.path, problem.message) for problem in told(("nodes: 8", "nodes:"))] == [
        ("pools[train].nodes", "is empty")
    ]


def test_without_known_words_any_name_is_taken(good):
    assert loaded(parse(good.replace("use1-az6", "somewhere").replace("p5.48xlarge", "x1")), None).spec.zones == (
        "somewhere",
    )


def test_a_thousand_pools_are_read_and_their_problems_told(good, told):
    head, _, rest = good.partition("  - name: train")
    pool, _, tail = rest.partition("sharedStorage:")
    many = "".join(f"  - name: p{number}{pool}" for number in range(1000))
    assert told(text=f"{head}{many}sharedStorage:{tail}") == ()
    problems = told(text=f"{head}{many.replace('nodes: 8', 'noeds: 8')}sharedStorage:{tail}")
    assert len(problems) == 2000
    assert {"pools[p0].noeds", "pools[p999].nodes"} <= {problem.path for problem in problems}
    assert len({problem.line for problem in problems}) == 2000


def check_outcome(text: str, world: object) -> None:
    """Read, or refused properly: each problem has a line and a sentence that any terminal can show."""
    problems: tuple[Problem, ...] | None = None
    try:
        loaded(parse(text), world)
    except SpecError as error:
        problems = error.problems
    assert problems is None or problems
    for problem in problems or ():
        assert problem.line >= 1
        assert problem.message
        assert f"{problem.path}{problem.message}{problem.hint}".isprintable()
        assert len(problem.message) < 600


@QUIET
@given(raw=st.binary(max_size=200))
def test_any_bytes(tmp_path, world, raw):
    path = tmp_path / "x.yaml"
    path.write_bytes(raw)
    with contextlib.suppress(SpecError, MissingError):
        load(str(path), world)


@QUIET
@given(data=st.data())
def test_any_cut_or_insertion(good, world, data):
    text = good
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 30)))
        text = text[:start] + data.draw(st.sampled_from(WORDS) | st.text(max_size=4)) + text[end:]
    check_outcome(text, world)


SCALARS = st.sampled_from(
    [
        '"x"',
        "0",
        "-1",
        "2.5",
        "true",
        "[]",
        "{}",
        "[1]",
        "{a: 1}",
        "[{}]",
        "[[]]",
        '["x", "x"]',
        "{name: 7}",
        "99999999999999999999999",
        '"\\u0000"',
        '"\\ud800"',
        ".inf",
    ]
)


@QUIET
@given(data=st.data())
def test_any_value_replaced(good, world, data):
    """One value of the example after the other becomes something else of the wrong kind."""
    document = parse(good)
    lines = good.splitlines()
    for path in data.draw(st.lists(st.sampled_from(sorted(document.places)), min_size=1, max_size=3, unique=True)):
        place = document.places[path]
        if place.end_column > place.column + 1:
            line = lines[place.line - 1]
            lines[place.line - 1] = line[: place.column - 1] + data.draw(SCALARS) + line[place.end_column - 1 :]
    check_outcome("\n".join(lines), world)


def test_same_problems_each_time(told):
    swaps = (("nodes: 8", "noeds: 8"), ("machine: p5.48xlarge\n", "machine: p5\n"), ("gang: all", "gnag: all"))
    assert told(*swaps) == told(*swaps)
    assert list(told(*swaps)) == sorted(told(*swaps))
