/** The object type DummyObject, made by `make objects` from `providers/objects/DummyObject.schema.json`. */

import { type Kinds, type ObjectType, type Read } from "../kinds/read";

/** A record of a person, mostly text, as JSON generators for test data write it. */
export interface DummyObject {
  readonly _id: string;
  readonly index: number;
  readonly guid: string;
  readonly isActive: boolean;
  readonly balance: number;
  readonly picture: string;
  readonly age: number;
  readonly eyeColor: string;
  readonly name: string;
  readonly gender: string;
  readonly company: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly about: string;
  readonly registered: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly tags: readonly string[];
  readonly friends: readonly Friend[];
  readonly greeting: string;
  readonly favoriteFruit: string;
}

/** A friend of the person. */
export interface Friend {
  readonly id: number;
  readonly name: string;
}

function reader({ boolean, double, int32, list, record, text }: Kinds): Read<DummyObject> {
  const textList = list(text);
  const friend = record<Friend>((of) => ({
    id: int32(of.id, "id"),
    name: text(of.name, "name"),
  }));
  const friendList = list(friend);
  return record<DummyObject>((of) => ({
    _id: text(of._id, "_id"),
    index: int32(of.index, "index"),
    guid: text(of.guid, "guid"),
    isActive: boolean(of.isActive, "isActive"),
    balance: double(of.balance, "balance"),
    picture: text(of.picture, "picture"),
    age: int32(of.age, "age"),
    eyeColor: text(of.eyeColor, "eyeColor"),
    name: text(of.name, "name"),
    gender: text(of.gender, "gender"),
    company: text(of.company, "company"),
    email: text(of.email, "email"),
    phone: text(of.phone, "phone"),
    address: text(of.address, "address"),
    about: text(of.about, "about"),
    registered: text(of.registered, "registered"),
    latitude: double(of.latitude, "latitude"),
    longitude: double(of.longitude, "longitude"),
    tags: textList(of.tags, "tags"),
    friends: friendList(of.friends, "friends"),
    greeting: text(of.greeting, "greeting"),
    favoriteFruit: text(of.favoriteFruit, "favoriteFruit"),
  }));
}

export const type: ObjectType<DummyObject> = {
  name: "DummyObject",
  notIn: {},
  reader,
};
