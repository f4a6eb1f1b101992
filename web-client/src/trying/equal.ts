/** Whether two objects that engines made are the same: their kinds of value are texts, numbers, bigints, booleans, lists, maps, records, null and what is absent. */
export function equal(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return Object.is(one, other);
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((item, place) => equal(item, other[place]));
  }
  if (one instanceof Map) {
    return (
      other instanceof Map &&
      one.size === other.size &&
      [...one].every(([key, value]) => other.has(key) && equal(value, other.get(key)))
    );
  }
  const names = Object.keys(one);
  return (
    !Array.isArray(other) &&
    !(other instanceof Map) &&
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && equal(one[name as never], other[name as never]))
  );
}
