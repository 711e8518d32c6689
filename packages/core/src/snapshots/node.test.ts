import { describe, expect, it } from "vitest";
import { bytesOfName, nameOfBytes, nameOfText, shownName, textOfName } from "./byte-name.ts";
import { decodeNode, encodeEntries, encodeNode, headOf, type NodeEntry } from "./node.ts";
import type { Pack } from "./tree.ts";

const hash = (digit: string) => digit.repeat(64);
const [own, other]: [Pack, Pack] = [{ id: hash("0") }, { id: hash("1") }];
const packOf = (id: string): Pack => (id === own.id ? own : other);

const ENTRIES: readonly (readonly [string, NodeEntry])[] = [
  ["large", { type: "file", mode: 0o600, size: 9, content: { chunks: [hash("a")] }, stamp: null }],
  ["link", { type: "symlink", target: "\xff/../up" }],
  ["line\nbreak", { type: "dir", mode: 0o755, node: { digest: hash("b"), range: ranged(own) } }],
  [
    "small",
    { type: "file", mode: 0o755, size: 5, content: { sha256: hash("c"), range: ranged(other) }, stamp: null },
  ],
  ["\xff\xfe", { type: "file", mode: 0o644, size: 0, content: { chunks: [] }, stamp: null }],
];

function ranged(pack: Pack) {
  return { pack, offset: 3, length: 5 };
}

const encoded = () => encodeNode(encodeEntries(ENTRIES), ENTRIES, own);
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const bytes = (given: string) => new TextEncoder().encode(given);

describe("a node", () => {
  it("has the entries that were put into it, with its own pack by itself", () => {
    expect([...decodeNode(encoded(), own, packOf)]).toEqual(ENTRIES);
    expect(text(encoded())).not.toContain(own.id);
    expect(headOf(encoded())).toEqual(encodeEntries(ENTRIES));
  });

  it.each([
    ["a name with a slash", "link", "a/b"],
    ["a name that leads up", "link", ".."],
    ["the same name twice", "small", "large"],
    ["a character that is no byte", "small", "\u0100"],
    ["a hash that is none", hash("c"), "../../secret"],
    ["a pack that is none", hash("1"), "../../secret"],
    ["a mode with more than permissions", ",493,", ",2541,"],
    ["a size that is not that of its range", '"small",493,5', '"small",493,6'],
    ["a pack that it does not list", "[0,3,5]", "[1,3,5]"],
    ["a range that is no range", "[0,3,5]", "[0,-3,5]"],
    ["a range too few", "[0,3,5]", ""],
  ])("is refused with %s", (_, from, to) => {
    const changed = text(encoded()).replace(from, to);
    expect(changed).not.toBe(text(encoded()));
    expect(() => decodeNode(bytes(changed), own, packOf)).toThrow(
      expect.objectContaining({ code: "object_corrupt" }),
    );
  });

  it.each(["", "[]", "null\nnull", "[1]\n{}", '[]\n{"packs":[],"ranges":1}'])("is not %j", (given) => {
    expect(() => decodeNode(bytes(given), own, packOf)).toThrow(
      expect.objectContaining({ code: "object_corrupt" }),
    );
  });
});

describe("a name", () => {
  it("is text where its bytes are UTF-8, and is always its bytes", () => {
    expect(textOfName(nameOfText("Ωü\n"))).toBe("Ωü\n");
    expect(textOfName("\xff")).toBeNull();
    expect(shownName("a\xff")).toBe("a\ufffd");
    expect(nameOfBytes(bytesOfName("\x00\xff"))).toBe("\x00\xff");
  });
});
