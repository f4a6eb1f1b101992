/**
 * XML by parse-xml, which finds whatever is not well-formed, and keeps the order of elements.
 *
 * Quirks: it is asked for nodes of CDATA sections, comments and declarations, which it would leave out, so that they
 * can be refused. A long text is a slice of the body's, as V8 has them, which keeps that in memory.
 */

import { parseXml as parse, XmlDeclaration, XmlElement, XmlNode, type XmlText } from "@rgrove/parse-xml";
import { Refused } from "../kinds/read";
import { versions } from "../linked";
import { engine, textOf } from "./engine";
import { LENIENT, rootNamed, sourceOf, type Tree } from "./xml";

type Node = ReturnType<typeof parse>["children"][number] | XmlElement["children"][number];

const OPTIONS = {
  preserveCdata: true,
  preserveComments: true,
  preserveDocumentType: true,
  preserveXmlDeclaration: true,
} as const;

const TREE: Tree<Node> = {
  isElement: (node) => node instanceof XmlElement,
  isText: (node) => node.type === XmlNode.TYPE_TEXT, // an XmlCdata is an XmlText, too
  name: (element) => (element as XmlElement).name,
  text: (text) => (text as XmlText).text,
  nodes: (element) => (element as XmlElement).children,
  hasAttributes: (element) => {
    for (const _ in (element as XmlElement).attributes) return true;
    return false;
  },
};

export const parseXml = engine({
  name: "parse-xml",
  library: "@rgrove/parse-xml",
  version: versions["@rgrove/parse-xml"],
  format: "XML",
  parse: (bytes, type) => {
    const document = parse(textOf(bytes), OPTIONS);
    const others = document.children.filter((node) => !(node instanceof XmlElement) && !isPlainDeclaration(node));
    if (others.length > 0) throw new Refused("", "something stands beside the root element");
    return rootNamed<Node>(TREE, document.root, type);
  },
  source: sourceOf(TREE),
});

function isPlainDeclaration(node: Node): boolean {
  return (
    node instanceof XmlDeclaration &&
    node.version === "1.0" &&
    (node.encoding ?? "UTF-8") === "UTF-8" &&
    node.standalone === null
  );
}

/** What it reads, and the contract refuses. */
export const lenient = LENIENT;
