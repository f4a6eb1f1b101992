"""Makes a body smaller as long as it keeps what makes it interesting."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence

#: Of many bodies, which keep the property: asked in batches, since a server answers a batch as fast
#: as a few.
Keeps = Callable[[Sequence[bytes]], Sequence[bool]]
BATCH = 48


def shrink(data: bytes, keeps: Keeps, *, most: int = 6000) -> bytes:
    """The smallest body that was found in so many tries: parts taken out, large ones first, then
    bytes made plainer.
    """
    tries = 0
    improved = True
    while improved and tries < most:
        improved = False
        for candidates in _batches(candidates_of(data)):
            tries += len(candidates)
            better = next(
                (body for body, kept in zip(candidates, keeps(candidates), strict=True) if kept),
                None,
            )
            if better is not None:
                data, improved = better, True
                break
            if tries >= most:
                break
    return data


def candidates_of(data: bytes) -> Iterator[bytes]:
    """What might be tried next, the greatest savings first: each part taken out as it is, and with
    BSON's lengths around it mended.
    """
    seen = {data}
    size = len(data)
    while size := size // 2:
        for start in range(0, len(data), size):
            for candidate in cut(data, start, start + size):
                if candidate not in seen:
                    seen.add(candidate)
                    yield candidate
    for start, end in elements(data):
        for candidate in cut(data, start, end):
            if candidate not in seen:
                seen.add(candidate)
                yield candidate
    for at, byte in enumerate(data):
        for plain in b"a0":
            if (
                byte > plain
                and (candidate := data[:at] + bytes([plain]) + data[at + 1 :]) not in seen
            ):
                yield candidate


def elements(data: bytes) -> Iterator[tuple[int, int]]:
    """Where BSON's elements begin and end, as far as they can be followed; of other bytes hardly
    any.
    """
    widths = {0x01: 8, 0x08: 1, 0x09: 8, 0x0A: 0, 0x10: 4, 0x12: 8}
    at = 4
    while at < len(data) - 1:
        if data[at] == 0:
            at += 1
            continue
        value = data.find(b"\0", at + 1) + 1
        if not value or (data[at] not in widths and value + 4 > len(data)):
            return
        width = widths.get(data[at])
        if width is None:
            width = max(1, struct.unpack_from("<i", data, value)[0]) + (
                4 if data[at] == 0x02 else 0
            )
        end = value + width
        yield at, end
        at = value + 4 if data[at] in (0x03, 0x04) else end


def cut(data: bytes, start: int, end: int) -> Iterator[bytes]:
    """Without a part: as it is, and with the lengths of the documents and the string that held the
    part lessened.
    """
    shorter = data[:start] + data[end:]
    yield shorter
    gone = len(data) - len(shorter)
    mended = bytearray(shorter)
    for at in range(0, start - 3):
        length = struct.unpack_from("<i", data, at)[0]
        document = (
            end <= at + length <= len(data) and length - gone >= 5 and data[at + length - 1] == 0
        )
        string = end < at + 4 + length <= len(data) and length > gone and data[at + 3 + length] == 0
        if document or string:
            struct.pack_into("<i", mended, at, length - gone)
    if mended != shorter:
        yield bytes(mended)


def _batches(bodies: Iterator[bytes]) -> Iterator[list[bytes]]:
    batch = []
    for body in bodies:
        batch.append(body)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
