"""The canonical bytes in Protobuf, by Google's library, of messages that are described here from
the model; `objects/*.proto` describe the same to others. Names are not sent, so fields have none but
their numbers, and an enumeration is the number of its value.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    Edition,
    FieldDescriptorProto,
    FileDescriptorProto,
)
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from schema.model import Enumeration, Field, Kind, List, Map, Record, Scalar

TYPES = {
    Scalar.TEXT: FieldDescriptorProto.TYPE_STRING,
    Scalar.INT32: FieldDescriptorProto.TYPE_SINT32,
    Scalar.INT64: FieldDescriptorProto.TYPE_SINT64,
    Scalar.DOUBLE: FieldDescriptorProto.TYPE_DOUBLE,
    Scalar.BOOLEAN: FieldDescriptorProto.TYPE_BOOL,
}


def to_protobuf(value: Any, record: Record) -> bytes:
    """Fields ascending, scalars written when zero too, numbers in a list packed, a map's entries by
    their keys' UTF-8 bytes.
    """
    message = message_class(record)()
    fill(message, record, value)
    return message.SerializeToString()


@cache
def message_class(record: Record) -> type[Message]:
    # In this edition every field knows whether it is there, as one that is `optional` in proto3.
    file = FileDescriptorProto(name=record.name, syntax="editions", edition=Edition.EDITION_2023)
    describe(file.message_type.add(name="M"), record, ".M")
    pool = DescriptorPool()
    pool.Add(file)
    return GetMessageClass(pool.FindMessageTypeByName("M"))


def describe(message: DescriptorProto, kind: Kind, path: str) -> None:
    """A record's fields; or the only one of the message that a list or map inside another becomes."""
    kinds = [field.kind for field in kind.fields] if isinstance(kind, Record) else [kind]
    for number, held in enumerate(map(sent, kinds), 1):
        field = message.field.add(name=f"f{number}", number=number)
        if isinstance(held, List):
            field.label = FieldDescriptorProto.LABEL_REPEATED
            held = held.item
        match held:
            case Scalar():
                field.type = TYPES[held]
            case Enumeration():
                field.type = FieldDescriptorProto.TYPE_INT32
            case _:
                field.type = FieldDescriptorProto.TYPE_MESSAGE
                field.type_name = f"{path}.F{number}"
                describe(message.nested_type.add(name=f"F{number}"), held, field.type_name)


@cache
def sent(kind: Kind) -> Kind:
    """A kind as it is sent: a map as the list of its entries, for the library has an order of its
    own for a map's. A list or map in it is in a message of its own.
    """
    if not isinstance(kind, Map):
        return kind
    value = kind.value
    if isinstance(value, List | Map):
        value = Record("Items", "", (Field("items", value),))
    return List(Record("Entry", "", (Field("key", Scalar.TEXT), Field("value", value))))


def fill(message: Any, kind: Kind, value: Any) -> None:
    """A message of a kind with its value; what is absent or null is not there."""
    held = (
        [(field.kind, value.get(field.name)) for field in kind.fields]
        if isinstance(kind, Record)
        else [(kind, value)]
    )
    for number, (inner, given) in enumerate(held, 1):
        name = f"f{number}"
        if isinstance(inner, Map):
            values = given
            if isinstance(inner.value, List | Map):
                values = {key: {"items": one} for key, one in given.items()}
            keys = sorted(given, key=str.encode)
            inner, given = sent(inner), [{"key": key, "value": values[key]} for key in keys]
        match inner:
            case _ if given is None:
                pass
            case List(Scalar() | Enumeration() as item):
                getattr(message, name).extend(word(item, one) for one in given)
            case List(item):
                for one in given:
                    fill(getattr(message, name).add(), item, one)
            case Record():
                getattr(message, name).SetInParent()
                fill(getattr(message, name), inner, given)
            case _:
                setattr(message, name, word(inner, given))


def word(kind: Kind, value: Any) -> Any:
    """A value of no message; an enumeration's are numbered from 1."""
    return kind.values.index(value) + 1 if isinstance(kind, Enumeration) else value
