import * as fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { cpuSeconds } from "../../cpu-seconds.test-support.ts";
import { at, bytesOf, call, encode, place, textOf, withoutSandbox } from "./tool-calls.test-support.ts";

place();
beforeEach(withoutSandbox);

const edit = (old_text: string, new_text: string, more: object = {}) =>
  call("edit", { path: "a.txt", old_text, new_text, ...more });

const refusal = (output: string) => ({ isError: true, output: expect.stringContaining(output) as string });

describe("an edit of a hard file", () => {
  it.each([
    ["CRLF", "a\r\nb\r\nc\r\n", "b\n", "x\ny\n", "a\r\nx\r\ny\r\nc\r\n"],
    ["mixed endings", "a\r\nb\nc\rd", "a\nb\nc", "a\nB\nc", "a\r\nB\nc\rd"],
    ["a byte order mark", "\ufeffa\nb\n", "a", "x", "\ufeffx\nb\n"],
    ["no last newline", "a\nb", "b", "x\ny", "a\nx\ny"],
    ["tabs", "if x:\n\treturn 1\n", "\treturn 1", "\treturn 2", "if x:\n\treturn 2\n"],
    [
      "look-alike quotes",
      "say(\u201chi\u201d); // it\u2019s\n",
      'say("hi")',
      'say("ho")',
      'say("ho"); // it\u2019s\n',
    ],
    ["a look-alike dash and space", "a\u00a0\u2013\u00a0b\nc\n", "a - b", "a + b", "a + b\nc\n"],
    ["look-alikes and space at the ends", "\u2018a\u2019  \nb\n", "'a'\nb", "'c'\nb", "'c'\nb\n"],
    [
      "look-alikes in lines that stay",
      "\u201ca\u201d\nb\n\u201cc\u201d\n",
      '"a"\nb\n"c"',
      '"a"\nB\n"c"',
      "\u201ca\u201d\nB\n\u201cc\u201d\n",
    ],
    ["space at the ends of lines that stay", "a  \nb\t\nc \n", "a\nb\nc", "a\nB\nc", "a  \nB\nc \n"],
    [
      "mixed endings of lines that stay",
      "a\r\nb\nc\r\nd\n",
      "a\nb\nc\nd",
      "a\nx\ny\nc\nd",
      "a\r\nx\ny\nc\r\nd\n",
    ],
  ])("keeps what it leaves alone: %s", async (_, before, oldText, newText, after) => {
    await at.volume.write("a.txt", encode(before));
    expect(await edit(oldText, newText)).not.toMatchObject({ isError: true });
    expect(JSON.stringify(await textOf("a.txt"))).toBe(JSON.stringify(after));
  });

  it.each([
    ["UTF-16", new Uint8Array([0xff, 0xfe, 0x61, 0x00]), "UTF-16"],
    ["UTF-16, the other way around", new Uint8Array([0xfe, 0xff, 0x00, 0x61]), "UTF-16"],
    ["Latin-1", new Uint8Array([0x61, 0xe9, 0x0a]), "not UTF-8"],
    ["a binary file", new Uint8Array([0x61, 0, 1, 2]), "binary"],
    ["repeated blocks", encode("a\nb\n\na\nb\n"), "occurs 2 times, at lines 1, 4"],
    ["a repeated block with look-alikes", encode("\u2018a\u2019 a\n\u2019a\u2018 a\n"), "occurs"],
  ])("is refused, and changes no byte: %s", async (_, bytes, reason) => {
    await at.volume.write("a.txt", bytes);
    const wanted = reason === "occurs" ? "'a'" : "a";
    expect(await edit(reason.startsWith("occurs 2") ? "a\nb" : wanted, "x")).toMatchObject(refusal(reason));
    expect(await bytesOf("a.txt")).toEqual(bytes);
  });

  it("takes a file of 10 MB in seconds, whatever has to be tried", async () => {
    const line = "some text \u201cwith quotes\u201d and more of it, to fill a line  \n";
    const many = line.repeat(Math.ceil(5_000_000 / encode(line).length));
    await at.volume.write("a.txt", encode(`${many}the \u2018only\u2019 line  \n${many}`));
    const seconds = await cpuSeconds(async () => {
      const outcome = await edit("the 'only' line\n", "another line\n");
      expect(outcome).not.toMatchObject({ isError: true });
    });
    expect(seconds).toBeLessThan(5);
    const text = await textOf("a.txt");
    expect(text.startsWith(`${many}another line\n${line}`)).toBe(true);
    expect(text.endsWith(many)).toBe(true);
  });

  it("leaves every line alone that the new text has too, and all around it", async () => {
    const line = fc.string({ unit: fc.constantFrom("a", "b", '"', "-", " "), maxLength: 4 });
    const alike = (text: string, seed: number) =>
      text.replaceAll('"', seed % 2 ? "\u201c" : '"').replaceAll("-", seed % 3 ? "\u2013" : "-") +
      " ".repeat(seed % 3);
    const row = fc.tuple(line, fc.constantFrom("\n", "\r\n"), fc.nat(5));
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 5 }),
        fc.array(row, { minLength: 1, maxLength: 5 }),
        fc.array(row, { maxLength: 5 }),
        fc.nat(4),
        async (before, block, after, choice) => {
          const inFile = ([text, ending, seed]: readonly [string, string, number]) =>
            alike(text, seed) + ending;
          const changed = Math.min(choice, block.length - 1);
          const marked = block.map(([text, ...rest], index) => [`#${index}${text}`, ...rest] as const);
          const head = before.map(inFile).join("");
          const tail = after.map(inFile).join("");
          const whole = head + marked.map(inFile).join("") + tail;
          await at.volume.write("a.txt", encode(whole));
          await call("read", { path: "a.txt" });
          const wanted = marked.map(([text]) => `${text}\n`);
          const wantedNew = wanted.map((text, index) => (index === changed ? "NEW\n" : text));
          const outcome = await edit(wanted.join(""), wantedNew.join(""));
          expect(outcome.output).toContain("Replaced 1 occurrence");
          const rows = marked.map((each, index) => (index === changed ? `NEW${each[1]}` : inFile(each)));
          expect(await textOf("a.txt")).toBe(head + rows.join("") + tail);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("a file that somebody else has changed", () => {
  it("is not edited or written before it is read again", async () => {
    await at.volume.write("a.txt", encode("one\ntwo\n"));
    await call("read", { path: "a.txt" });
    await at.volume.write("a.txt", encode("one\ntwo\nthree\n"));
    expect(await edit("two", "2")).toMatchObject(refusal("has changed since you last read or wrote it"));
    expect(await call("write", { path: "a.txt", content: "" })).toMatchObject(refusal("has changed since"));
    expect(await textOf("a.txt")).toBe("one\ntwo\nthree\n");
    await call("read", { path: "/workspace/./a.txt" });
    expect(await edit("two", "2")).not.toMatchObject({ isError: true });
    expect(await edit("one", "1")).not.toMatchObject({ isError: true });
    expect(await textOf("a.txt")).toBe("1\n2\nthree\n");
  });

  it("has not changed when the same was written again", async () => {
    await at.volume.write("a.txt", encode("one\n"));
    await call("read", { path: "a.txt" });
    await at.volume.write("a.txt", encode("one\n"));
    expect(await edit("one", "1")).not.toMatchObject({ isError: true });
  });

  it("is refused also when the change comes while the call runs", async () => {
    await at.volume.write("a.txt", encode("one\n"));
    const { volume } = at;
    const { read } = volume;
    volume.read = async (...args) => {
      const found = await read.apply(volume, args);
      await at.volume.write("a.txt", encode("other\none\n"));
      return found;
    };
    expect(await edit("one", "1")).toMatchObject(refusal("has changed"));
    volume.read = read;
    expect(await textOf("a.txt")).toBe("other\none\n");
  });
});

describe("a file that the session has never read", () => {
  it("may be edited, since the text that it replaces has to be there", async () => {
    await at.volume.write("a.txt", encode("one\n"));
    expect(await edit("one", "1")).not.toMatchObject({ isError: true });
  });

  it("is not written over, unless it is empty", async () => {
    await at.volume.write("a.txt", encode("one\n"));
    expect(await call("write", { path: "a.txt", content: "x" })).toMatchObject(refusal("Read it first"));
    expect(await textOf("a.txt")).toBe("one\n");
    await call("read", { path: "a.txt" });
    expect(await call("write", { path: "a.txt", content: "x" })).not.toMatchObject({ isError: true });
    await at.volume.write("empty", encode(""));
    expect(await call("write", { path: "empty", content: "x" })).not.toMatchObject({ isError: true });
  });
});
