"""What a case of `reject/` or `accept/` is, and the small objects that the cases are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

RefusedBy = Literal["guard", "engine"]
#: Every way in which a case was found.
FOUND_BY = ("by hand", "measured attack", "differential fuzzer", "cargo-fuzz", "Jazzer")


@dataclass(frozen=True)
class Case:
    """A body for one object type, who refuses it (nobody: every engine reads it, as the same object), and why."""

    object_type: str
    name: str
    body: bytes
    refused_by: RefusedBy | None
    why: str
    found_by: str = "by hand"

    def file(self, format_name: str) -> str:
        """Its place inside `reject/` or `accept/`."""
        words = self.name.replace("'", "").replace(" ", "-")
        return f"{format_name}/{self.object_type}.{words}.{format_name.lower()}"


Cases = Iterator[Case]


def once(body: bytes, old: bytes, new: bytes) -> bytes:
    """`body` with one part changed that stands in it once."""
    assert body.count(old) == 1, (old, body)
    return body.replace(old, new)


NUMERIC_JSON = b'{"id":"abc","index":0,"numbr":36,"coordinates":[{"timestamp":7,"latitude":1.5,"longitude":-2.5}]}'
NUMERIC_XML = (
    b"<NumericObject><id>abc</id><index>0</index><numbr>36</numbr><coordinates><timestamp>7</timestamp>"
    b"<latitude>1.5</latitude><longitude>-2.5</longitude></coordinates></NumericObject>"
)
DUMMY_JSON = (
    b'{"_id":"i","index":0,"guid":"g","isActive":false,"balance":2.5,"picture":"p","age":29,"eyeColor":"blue","name":"n","gender":"f",'
    b'"company":"c","email":"e","phone":"1","address":"a","about":"b","registered":"r","latitude":-6.25,"longitude":12.5,'
    b'"tags":["x","y"],"friends":[{"id":0,"name":"K"}],"greeting":"h","favoriteFruit":"apple"}'
)
DUMMY_XML = (
    b"<DummyObject><_id>i</_id><index>0</index><guid>g</guid><isActive>false</isActive><balance>2.5</balance><picture>p</picture>"
    b"<age>29</age><eyeColor>blue</eyeColor><name>n</name><gender>f</gender><company>c</company><email>e</email><phone>1</phone>"
    b"<address>a</address><about>b</about><registered>r</registered><latitude>-6.25</latitude><longitude>12.5</longitude>"
    b"<tags>x</tags><tags>y</tags><friends><id>0</id><name>K</name></friends><greeting>h</greeting>"
    b"<favoriteFruit>apple</favoriteFruit></DummyObject>"
)
