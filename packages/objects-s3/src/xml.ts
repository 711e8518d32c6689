import { XMLParser } from "fast-xml-parser";

type Node = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  removeNSPrefix: true,
  ignoreDeclaration: true,
});

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An element of an answer. What a service leaves out is absent, and so is what has another form than it should. */
export class XmlElement {
  constructor(
    readonly name: string,
    private readonly value: unknown,
  ) {}

  /** The elements of a name. */
  all(name: string): readonly XmlElement[] {
    const found = isNode(this.value) ? this.value[name] : undefined;
    if (found === undefined) return [];
    const values: readonly unknown[] = Array.isArray(found) ? found : [found];
    return values.map((value) => new XmlElement(name, value));
  }

  /** The text of the first element of a name. */
  text(name: string): string | undefined {
    const value = this.all(name)[0]?.value;
    return typeof value === "string" ? value : undefined;
  }
}

/** The root of an answer; null where this is no XML. */
export function parseXml(text: string): XmlElement | null {
  try {
    const parsed: unknown = parser.parse(text);
    const [root] = isNode(parsed) ? Object.entries(parsed) : [];
    return root === undefined ? null : new XmlElement(...root);
  } catch {
    return null;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** An element with a text. */
export const element = (name: string, text: string) =>
  `<${name}>${text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)}</${name}>`;

/** A request. */
export const toXml = (root: string, content: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${root}>`);
