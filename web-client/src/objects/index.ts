/** Every object type, fetched when it is asked for. Made by `make objects` from `providers/objects/*.schema.json`. */
export const TYPES = {
  NumericObject: async () => (await import("./NumericObject")).type,
  DummyObject: async () => (await import("./DummyObject")).type,
  LogLine: async () => (await import("./LogLine")).type,
  NameList: async () => (await import("./NameList")).type,
  Order: async () => (await import("./Order")).type,
  PersonName: async () => (await import("./PersonName")).type,
  Polygon: async () => (await import("./Polygon")).type,
  Row6: async () => (await import("./Row6")).type,
  Row89: async () => (await import("./Row89")).type,
  Smartphone: async () => (await import("./Smartphone")).type,
  Timeline: async () => (await import("./Timeline")).type,
  Tree: async () => (await import("./Tree")).type,
  Tweet: async () => (await import("./Tweet")).type,
  User: async () => (await import("./User")).type,
};
