"""What a case of `reject/` or `accept/` is, and the small objects that the cases are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

#: `guard`: the guard alone must refuse it. `engine`: every engine with equal checks as well, inside
#: the window.
RefusedBy = Literal["guard", "engine"]
#: Every way in which a case was found.
FOUND_BY = ("by hand", "measured attack", "differential fuzzer", "cargo-fuzz", "Jazzer")


@dataclass(frozen=True)
class Case:
    """A body for one object type, who refuses it (nobody: every engine reads it, as the same
    object), and why.
    """

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


ORDER_JSON = (
    b'{"id":"u","number":7,"status":"paid","placedAt":"p","shippedAt":"s","customer":{"id":1,"name":"n","email":"e","isCompany":true},'
    b'"billing":{"street":"s","city":"c","postcode":"1","country":"DE","note":"n"},'
    b'"lines":[{"sku":"a","title":"t","quantity":2,"unitPrice":1.5,"discount":0.5,"tags":["x"]}],"total":3.0,"currency":"EUR"}'
)
ORDER_XML = (
    b"<Order><id>u</id><number>7</number><status>paid</status><placedAt>p</placedAt><shippedAt>s</shippedAt>"
    b"<customer><id>1</id><name>n</name><email>e</email><isCompany>true</isCompany></customer>"
    b"<billing><street>s</street><city>c</city><postcode>1</postcode><country>DE</country><note>n</note></billing>"
    b"<lines><sku>a</sku><title>t</title><quantity>2</quantity><unitPrice>1.5</unitPrice><discount>0.5</discount><tags>x</tags></lines>"
    b"<total>3</total><currency>EUR</currency></Order>"
)
LOG_JSON = (
    b'{"@timestamp":"t","log.level":"info","message":"m","service.name":"s","service.version":"v","host.ip":"h","process.thread.id":1,'
    b'"http.request.method":"GET","url.path":"/","http.response.status_code":200,"event.duration":5,"event.success":true,'
    b'"labels":{"a":"x","b":"y"},"error":{"type":"t","message":"m","frames":["f"]}}'
)
POLYGON_JSON = b'{"type":"Polygon","bbox":[0.5,1.5],"coordinates":[[[0.5,1.5],[2.5,3.5]]]}'
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
