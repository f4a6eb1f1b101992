/**
 * XML by the browser's `DOMParser`. It exists only on a page: no worker has it.
 *
 * Quirks: it makes a document with an element `parsererror` of what is not well-formed; it reads entities that the
 * document declares; where the page's policy wants trusted types, it takes none but trusted texts.
 */

import { Refused } from "../kinds/read";
import { browser, engine, type Reasons, textOf } from "./engine";
import { LENIENT, rootNamed, sourceOf, type Tree } from "./xml";

const TREE: Tree<Node> = {
  isElement: (node) => node.nodeType === Node.ELEMENT_NODE,
  isText: (node) => node.nodeType === Node.TEXT_NODE,
  name: (element) => element.nodeName,
  text: (text) => (text as Text).data,
  nodes: (element) => element.childNodes,
  hasAttributes: (element) => (element as Element).attributes.length > 0,
};

/** Nothing runs in a document of `application/xml` that no window shows, so any text may be parsed. */
const trusted = (
  globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): { createHTML(text: string): string } } }
).trustedTypes?.createPolicy("parsed-xml", { createHTML: (text: string) => text });

export const domParser = engine({
  name: "DOMParser",
  ...browser(),
  format: "XML",
  parse: (bytes, type) => {
    const text = textOf(bytes);
    const document = new DOMParser().parseFromString(trusted?.createHTML(text) ?? text, "application/xml");
    const error = document.getElementsByTagName("parsererror")[0];
    if (error !== undefined) throw new Refused("", error.textContent ?? "it is not well-formed");
    if (document.childNodes.length > 1) throw new Refused("", "something stands beside the root element");
    return rootNamed<Node>(TREE, document.documentElement, type);
  },
  source: sourceOf(TREE),
});

/** What it reads, and the contract refuses. */
export const lenient: Reasons = {
  ...LENIENT,
  "a document does not say what it declared": [
    "NumericObject.a-declaration-with-encoding-Latin-1",
    "NumericObject.a-declaration-with-encoding-UTF-16",
    "NumericObject.a-declaration-with-encoding-UTF-7",
    "NumericObject.a-declaration-with-encoding-in-lower-case",
    "NumericObject.a-declaration-with-standalone",
    "NumericObject.a-declaration-with-version-1.1",
  ],
};
