/** The object type Tree, made by `make objects` from `providers/objects/Tree.schema.json`. */

import { type Kinds, type ObjectType, type Read } from "../kinds/read";

/** A tree of ten levels: what nesting costs. */
export interface Tree {
  readonly name: string;
  readonly weight: number;
  readonly open: boolean;
  readonly children: readonly Level2[];
}

/** A node 2 levels deep. */
export interface Level2 {
  readonly name: string;
  readonly weight: number;
  readonly open: boolean;
  readonly children: readonly Level3[];
}

/** A node 3 levels deep. */
export interface Level3 {
  readonly name: string;
  readonly weight: number;
  readonly open: boolean;
  readonly children: readonly Level4[];
}

/** A node 4 levels deep. */
export interface Level4 {
  readonly name: string;
  readonly weight: number;
  readonly open: boolean;
  readonly children: readonly Level5[];
}

/** A node 5 levels deep. */
export interface Level5 {
  readonly name: string;
  readonly weight: number;
  readonly open: boolean;
  readonly children: readonly Level6[];
}

/** A node 6 levels deep. */
export interface Level6 {
  readonly name: string;
  readonly weight: number;
  readonly open: boolean;
  readonly children: readonly Level7[];
}

/** A node 7 levels deep. */
export interface Level7 {
  readonly name: string;
  readonly weight: number;
  readonly open: boolean;
  readonly children: readonly Level8[];
}

/** A node 8 levels deep. */
export interface Level8 {
  readonly name: string;
  readonly weight: number;
  readonly open: boolean;
  readonly children: readonly Level9[];
}

/** A node 9 levels deep. */
export interface Level9 {
  readonly name: string;
  readonly weight: number;
  readonly open: boolean;
  readonly children: readonly Level10[];
}

/** A node 10 levels deep. */
export interface Level10 {
  readonly name: string;
  readonly weight: number;
  readonly open: boolean;
}

function reader({ boolean, double, list, record, text }: Kinds): Read<Tree> {
  const level10 = record<Level10>((of) => ({
    name: text(of.name, "name"),
    weight: double(of.weight, "weight"),
    open: boolean(of.open, "open"),
  }));
  const level10List = list(level10);
  const level9 = record<Level9>((of) => ({
    name: text(of.name, "name"),
    weight: double(of.weight, "weight"),
    open: boolean(of.open, "open"),
    children: level10List(of.children, "children"),
  }));
  const level9List = list(level9);
  const level8 = record<Level8>((of) => ({
    name: text(of.name, "name"),
    weight: double(of.weight, "weight"),
    open: boolean(of.open, "open"),
    children: level9List(of.children, "children"),
  }));
  const level8List = list(level8);
  const level7 = record<Level7>((of) => ({
    name: text(of.name, "name"),
    weight: double(of.weight, "weight"),
    open: boolean(of.open, "open"),
    children: level8List(of.children, "children"),
  }));
  const level7List = list(level7);
  const level6 = record<Level6>((of) => ({
    name: text(of.name, "name"),
    weight: double(of.weight, "weight"),
    open: boolean(of.open, "open"),
    children: level7List(of.children, "children"),
  }));
  const level6List = list(level6);
  const level5 = record<Level5>((of) => ({
    name: text(of.name, "name"),
    weight: double(of.weight, "weight"),
    open: boolean(of.open, "open"),
    children: level6List(of.children, "children"),
  }));
  const level5List = list(level5);
  const level4 = record<Level4>((of) => ({
    name: text(of.name, "name"),
    weight: double(of.weight, "weight"),
    open: boolean(of.open, "open"),
    children: level5List(of.children, "children"),
  }));
  const level4List = list(level4);
  const level3 = record<Level3>((of) => ({
    name: text(of.name, "name"),
    weight: double(of.weight, "weight"),
    open: boolean(of.open, "open"),
    children: level4List(of.children, "children"),
  }));
  const level3List = list(level3);
  const level2 = record<Level2>((of) => ({
    name: text(of.name, "name"),
    weight: double(of.weight, "weight"),
    open: boolean(of.open, "open"),
    children: level3List(of.children, "children"),
  }));
  const level2List = list(level2);
  return record<Tree>((of) => ({
    name: text(of.name, "name"),
    weight: double(of.weight, "weight"),
    open: boolean(of.open, "open"),
    children: level2List(of.children, "children"),
  }));
}

export const type: ObjectType<Tree> = {
  name: "Tree",
  notIn: {},
  reader,
};
