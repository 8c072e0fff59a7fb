"""The small field types, both sides of each."""

from __future__ import annotations

from datetime import UTC, date, datetime
from types import SimpleNamespace

import pytest

from gpuform.spec import fields


def asked(world, cloud="aws", region="us-east-1"):
    return SimpleNamespace(context=fields.Words(world, cloud, region))


@pytest.mark.parametrize(
    ("cloud", "region", "zone"),
    [
        pytest.param("aws", "us-east-1", "use1-az6", id="id the catalog knows"),
        pytest.param("aws", "us-east-1", "us-east-1z", id="name: never known, another zone in each account"),
        pytest.param("aws", "cn-north-1", "cnn1-az1", id="id in a region without known zones"),
        pytest.param("aws", "", "use1-az99", id="region misspelt: its zones can't be told"),
        pytest.param("azure", "eastus", "1", id="azure 1"),
        pytest.param("azure", "eastus", "3", id="azure 3"),
        pytest.param("alibaba", "cn-beijing", "cn-beijing-i", id="alibaba: nothing known"),
    ],
)
def test_zone_that_may_be(world, cloud, region, zone):
    assert fields.zone_name(zone, asked(world, cloud, region)) == zone


@pytest.mark.parametrize(
    ("cloud", "region", "zone", "word"),
    [
        pytest.param("aws", "us-east-1", "use1-az7", "did you mean", id="one past the last id"),
        pytest.param("aws", "us-east-1", "usw2-az1", "unknown zone of us-east-1", id="id of another region"),
        pytest.param("aws", "us-east-1", "us-west-2a", "no zone of us-east-1", id="name of another region"),
        pytest.param("aws", "us-east-1", "us-east-1aa", "us-east-1a", id="two letters"),
        pytest.param("aws", "us-east-1", "us-east-1", "us-east-1a", id="the region itself"),
        pytest.param("aws", "cn-north-1", "somewhere", "no zone of cn-north-1", id="not even formed like one"),
        pytest.param("azure", "eastus", "4", "known: 1, 2, 3", id="azure 4"),
        pytest.param("azure", "eastus", "eastus-1", "known: 1, 2, 3", id="azure by another form"),
        pytest.param("alibaba", "cn-beijing", "cn beijing", "letters, digits", id="space"),
    ],
)
def test_zone_that_can_not_be(world, cloud, region, zone, word):
    with pytest.raises(ValueError, match=r".") as refused:
        fields.zone_name(zone, asked(world, cloud, region))
    assert word in str(refused.value)


@pytest.mark.parametrize("check", [fields.machine_name, fields.region_name, fields.image_family, fields.disk_type])
def test_unknown_word_is_refused_only_where_words_are_known(world, check):
    with pytest.raises(ValueError, match=r"known: |did you mean"):
        check("nothing-like-it", asked(world))
    assert check("nothing-like-it", asked(world, "azure")) == "nothing-like-it"
    assert check("nothing-like-it", SimpleNamespace(context=None)) == "nothing-like-it"
    with pytest.raises(ValueError, match="letters, digits"):
        check("no such\nname", asked(world, "azure"))


@pytest.mark.parametrize("label", ["a", "7", "a-b", "llm-pretrain", "a" * 63])
def test_label(label):
    assert fields.label(label) == label


@pytest.mark.parametrize("label", ["", "A", "a_b", "-a", "a-", "a.b", "a" * 64, "ä", "a\n"])
def test_no_label(label):
    with pytest.raises(ValueError, match="is no label"):
        fields.label(label)


@pytest.mark.parametrize("text", ["10.0.0.0/16", "0.0.0.0/0", "10.1.2.3/32", "::/0"])
def test_cidr(text):
    assert fields.cidr(text) == text


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("10.0.0.0", "no prefix length"),
        ("10.0.0.1/16", "did you mean `10.0.0.0/16`?"),
        ("10.0.0.0/33", "no address range"),
        ("10.0.0.256/24", "no address range"),
        ("anywhere/0", "no address range"),
    ],
)
def test_no_cidr(text, word):
    with pytest.raises(ValueError, match=r".") as refused:
        fields.cidr(text)
    assert word in str(refused.value)


def test_own_network_is_ipv4():
    assert fields.own_cidr("10.0.0.0/16") == "10.0.0.0/16"
    with pytest.raises(ValueError, match="is IPv6"):
        fields.own_cidr("fd00::/48")


@pytest.mark.parametrize(
    ("text", "clean"),
    [("/data", "/data"), ("/data/", "/data"), ("//a//b", "/a/b"), ("/var/lib/x", "/var/lib/x"), ("/device", "/device")],
)
def test_mount(text, clean):
    assert fields.mount(text) == clean


@pytest.mark.parametrize(
    "text",
    [
        "data",
        "",
        "/a/../b",
        "/a/./b",
        "/a b",
        "/a\n",
        "/",
        "//",
        "/dev",
        "/dev/shm",
        "/proc/1",
        "/sys",
        "/etc/",
        "/usr",
    ],
)
def test_no_mount(text):
    with pytest.raises(ValueError, match=r"no mount point|belongs to the system"):
        fields.mount(text)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-12-31", datetime(2026, 12, 31, tzinfo=UTC)),
        ("2026-12-31T11:30", datetime(2026, 12, 31, 11, 30, tzinfo=UTC)),
        ("2026-12-31T11:30Z", datetime(2026, 12, 31, 11, 30, tzinfo=UTC)),
        ("2026-12-31T11:30+02:00", datetime(2026, 12, 31, 9, 30, tzinfo=UTC)),
    ],
)
def test_instant(text, moment):
    read = fields.instant(text)
    assert read == moment
    assert read.tzinfo is UTC


@pytest.mark.parametrize(
    "value", ["tomorrow", "2026-02-30", "31.12.2026", "", 20261231, None, "0001-01-01T00:00+23:59"]
)
def test_no_instant(value):
    with pytest.raises(ValueError, match="is no date"):
        fields.instant(value)


def test_day():
    assert fields.day("2027-03-31") == date(2027, 3, 31)
    for value in ("2027-03-32", "2027-03-31T10:00", 2027, None):
        with pytest.raises(ValueError, match="is no date"):
            fields.day(value)


@pytest.mark.parametrize(
    ("value", "pair"),
    [
        (0, (0, 0)),
        (22, (22, 22)),
        (65535, (65535, 65535)),
        ("22", None),
        ("1018-1023", (1018, 1023)),
        ("5-5", (5, 5)),
        ("all", (0, 65535)),
    ],
)
def test_ports(value, pair):
    if pair is None:
        with pytest.raises(ValueError, match="is no port"):
            fields.ports(value)
    else:
        assert fields.ports(value) == pair


@pytest.mark.parametrize(
    ("value", "word"),
    [
        (-1, "outside"),
        (65536, "outside"),
        ("1-65536", "outside"),
        ("9-5", "did you mean `5-9`?"),
        (True, "no port"),
        ("ssh", "no port"),
        (1.5, "no port"),
        ([22], "no port"),
    ],
)
def test_no_ports(value, word):
    with pytest.raises(ValueError, match=r".") as refused:
        fields.ports(value)
    assert word in str(refused.value)


@pytest.mark.parametrize("value", [True, 1, 1.5, "", "  ", "a\x07", "a\ud800"])
def test_no_text(value):
    with pytest.raises(ValueError, match=r"put it in quotes|empty text|control character"):
        fields.text(value)


def test_text_may_have_lines_and_all_letters():
    assert fields.text("Grüße\n\t日本") == "Grüße\n\t日本"


def test_short_forms():
    assert fields.node_count(8) == {"min": 8, "max": 8, "start": 8}
    assert fields.node_count({"max": 8}) == {"max": 8}
    assert fields.many("one") == ("one",)
    assert fields.many(["one", "two"]) == ("one", "two")
    assert [fields.raid_word(value) for value in (0, "0", "none", False, 1)] == ["0", "0", "none", False, 1]
    with pytest.raises(ValueError, match="names `one` twice"):
        fields.many(["one", "one"])
    with pytest.raises(ValueError, match="empty list"):
        fields.many([])
    with pytest.raises(ValueError, match="no number of nodes"):
        fields.node_count("8")
