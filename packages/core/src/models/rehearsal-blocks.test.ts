import { describe, expect, it } from "vitest";
import { parseBlocks } from "./rehearsal-blocks.ts";

describe("the blocks of a rehearsal prompt", () => {
  it("are commands and files, in their order", () => {
    const text =
      "Do this:\n```sh\necho one\necho two\n```\nthen\n```file:src/a.txt\nhello\n```\n~~~bash\nls\n~~~\n";
    expect(parseBlocks(text)).toEqual([
      { tool: "bash", arguments: { command: "echo one\necho two" } },
      { tool: "write", arguments: { path: "src/a.txt", content: "hello\n" } },
      { tool: "bash", arguments: { command: "ls" } },
    ]);
  });

  it("may hold shorter fences of their own", () => {
    expect(parseBlocks("````file:notes.md\n```js\n1\n```\n````")).toEqual([
      { tool: "write", arguments: { path: "notes.md", content: "```js\n1\n```\n" } },
    ]);
  });

  it("hand a prompt, with blocks of its own, to a subagent", () => {
    expect(parseBlocks("````task Look around\n```sh\nls\n```\n````\n```task\nx\n```\n```task\n```")).toEqual([
      { tool: "task", arguments: { description: "Look around", prompt: "```sh\nls\n```" } },
      { tool: "task", arguments: { description: "Do what the blocks say", prompt: "x" } },
    ]);
  });

  it("pass over other languages and plain text", () => {
    expect(parseBlocks("```js\nalert(1)\n```\nno block here ```sh inline```")).toEqual([]);
  });

  it("name files with spaces, and ask for nothing when they are empty", () => {
    expect(parseBlocks("```file:a b.txt\nx\n```\n```sh\n\n```\n```sh title\nls\n```")).toEqual([
      { tool: "write", arguments: { path: "a b.txt", content: "x\n" } },
      { tool: "bash", arguments: { command: "ls" } },
    ]);
  });

  it("end with the text when the fence is not closed", () => {
    expect(parseBlocks("```sh\necho hi")).toEqual([{ tool: "bash", arguments: { command: "echo hi" } }]);
  });
});
