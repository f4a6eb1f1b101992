/** XML's forms of each kind, for whatever library makes a tree of elements and texts. */

import { type Read, refuse, Refused, type Source } from "../kinds/read";
import type { Reasons } from "./engine";
import { isInt32, isInt64 } from "./plain";

/** How a library's tree is walked. */
export interface Tree<Node extends object> {
  readonly isElement: (node: Node) => boolean;
  readonly isText: (node: Node) => boolean;
  readonly name: (element: Node) => string;
  readonly text: (text: Node) => string;
  readonly hasAttributes: (element: Node) => boolean;
  readonly nodes: (element: Node) => ArrayLike<Node>;
}

const SPACE = /^[ \t\n]*$/;
const INTEGER = /^(?:0|-?[1-9]\d{0,62})$/;
const DOUBLE = /^(?!-0$)(?=.{1,64}$)-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The source of a library's tree: a field that occurs once is its element, one that occurs more often a list of them. */
export function sourceOf<Node extends object>(tree: Tree<Node>): Source {
  const text: Read<string> = (value, place) => textIn(tree, single<Node>(tree, value, place), place);
  return {
    text,
    int32: (value, place) => {
      const digits = text(value, place);
      const number = INTEGER.test(digits) ? Number(digits) : undefined;
      return isInt32(number) ? number : refuse(value, place, "an integer of 32 bits");
    },
    int64: (value, place) => {
      const digits = text(value, place);
      const number = INTEGER.test(digits) ? BigInt(digits) : undefined;
      return number !== undefined && isInt64(number) ? number : refuse(value, place, "an integer of 64 bits");
    },
    double: (value, place) => {
      const digits = text(value, place);
      const number = DOUBLE.test(digits) ? Number(digits) : Number.NaN;
      return Number.isFinite(number) ? number : refuse(value, place, "a finite number of at most 64 digits");
    },
    boolean: (value, place) => {
      const word = text(value, place);
      return word === "true" || (word === "false" ? false : refuse(value, place, "true or false"));
    },
    items: (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    fields: (value, place) => fieldsIn(tree, single<Node>(tree, value, place), place),
  };
}

/** The one element that a value is. */
function single<Node extends object>(tree: Tree<Node>, value: unknown, place: string): Node {
  if (value === undefined) return refuse(value, place, "an element");
  if (Array.isArray(value)) throw new Refused(place, "it is there more than once");
  const element = value as Node;
  if (tree.hasAttributes(element)) throw new Refused(place, "it has an attribute");
  return element;
}

/** The text of an element that holds nothing else. */
function textIn<Node extends object>(tree: Tree<Node>, element: Node, place: string): string {
  const nodes = tree.nodes(element);
  let text = "";
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at] as Node;
    if (!tree.isText(node)) throw new Refused(place, "it holds more than text");
    text += tree.text(node);
  }
  return text;
}

/** The elements of a record by their names; what has the same name stands together. */
function fieldsIn<Node extends object>(tree: Tree<Node>, element: Node, place: string) {
  const fields = Object.create(null) as Record<string, Node | Node[]>;
  const nodes = tree.nodes(element);
  let before = "";
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at] as Node;
    if (tree.isElement(node)) {
      const name = tree.name(node);
      const found = fields[name];
      if (found === undefined) fields[name] = node;
      else if (name !== before) throw new Refused(place, `${name} is there again, behind other elements`);
      else if (Array.isArray(found)) found.push(node);
      else fields[name] = [found, node];
      before = name;
    } else if (!tree.isText(node) || !SPACE.test(tree.text(node))) {
      throw new Refused(place, "it holds more than elements");
    }
  }
  return fields;
}

/** The root element, where it has the type's name. */
export function rootNamed<Node extends object>(tree: Tree<Node>, root: Node | null, type: string): Node {
  if (root === null || tree.name(root) !== type) throw new Refused("", `the root element is not ${type}`);
  return root;
}

/** What every engine of XML reads here, and the contract refuses: the guard's rules of what nobody needs. */
export const LENIENT: Reasons = {
  "a carriage return is a line feed, as XML wants it": [
    "NumericObject.CR-LF-between-elements",
    "NumericObject.CR-LF-in-a-text",
    "NumericObject.a-carriage-return-in-a-text",
  ],
  "a declaration may be written in several ways": [
    "NumericObject.a-declaration-with-single-quotes",
    "NumericObject.a-declaration-with-white-space-at-its-end",
    "NumericObject.a-declaration-with-white-space-inside",
  ],
  "white space may stand in a tag": [
    "NumericObject.a-line-feed-in-a-start-tag",
    "NumericObject.a-space-in-a-start-tag",
    "NumericObject.a-space-in-an-end-tag",
  ],
  "a reference may be of any length, and stand in a number or between elements": [
    "DummyObject.a-reference-for-a-boolean",
    "NumericObject.a-reference-for-a-double",
    "NumericObject.a-reference-between-elements",
    "NumericObject.a-reference-for-an-integer",
    "NumericObject.a-reference-of-nine-digits",
    "NumericObject.a-reference-of-nine-hexadecimal-digits",
  ],
};
