/** Bodies in these bytes, one after the other, each behind its length in four bytes, the highest first; each a copy of its own. */
export function split(bytes: ArrayBuffer): Uint8Array[] {
  const [view, found] = [new DataView(bytes), [] as Uint8Array[]];
  for (let at = 0; at < bytes.byteLength;) {
    const begins = at + 4;
    at = begins + view.getUint32(at);
    found.push(new Uint8Array(bytes.slice(begins, at)));
  }
  return found;
}
