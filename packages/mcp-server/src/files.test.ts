import { describe, expect, test } from "vitest";
import { refusal, testMcp, use } from "./test-mcp.test-support.ts";
import { fileText } from "./tools/file-text.ts";

interface Read {
  readonly content: string;
  readonly encoding: string;
  readonly etag: string;
  readonly next_offset: number | null;
}

describe("the files of a workspace", () => {
  test("are written, listed and read", async () => {
    await using mcp = await testMcp();
    const { client, workspace_id } = await mcp.inWorkspace();
    const written = await use(client, "write_file", { workspace_id, path: "src/a.txt", content: "grüß\n" });
    expect(written).toMatchObject({ path: "src/a.txt", size: 7, created: true });
    expect(await use(client, "list_files", { workspace_id, recursive: true })).toMatchObject({
      entries: [
        { path: "src", type: "dir" },
        { path: "src/a.txt", size: 7 },
      ],
      truncated: false,
    });
    expect(await use(client, "list_files", { workspace_id, recursive: true, search: "A.T" })).toMatchObject({
      entries: [{ path: "src/a.txt" }],
    });
    expect(await use(client, "read_file", { workspace_id, path: "src/a.txt" })).toMatchObject({
      size: 7,
      encoding: "utf-8",
      content: "grüß\n",
      next_offset: null,
    });
  });

  test("are read in parts that end between characters", async () => {
    await using mcp = await testMcp();
    const { client, workspace_id } = await mcp.inWorkspace();
    await use(client, "write_file", { workspace_id, path: "a", content: "abcü😀z" });
    const parts: string[] = [];
    for (let offset: number | null = 0; offset !== null;) {
      const part: Read = await use<Read>(client, "read_file", { workspace_id, path: "a", offset, limit: 4 });
      parts.push(part.content);
      offset = part.next_offset;
    }
    expect(parts).toEqual(["abc", "ü", "😀", "z"]);
    expect(await refusal(client, "read_file", { workspace_id, path: "a", offset: 10 })).toMatchObject({
      code: "range_not_satisfiable",
    });
  });

  test("hold bytes that are no text, and nothing", async () => {
    await using mcp = await testMcp();
    const { client, workspace_id } = await mcp.inWorkspace();
    await use(client, "write_file", { workspace_id, path: "b", content_base64: "AP8=" });
    expect(await use(client, "read_file", { workspace_id, path: "b" })).toMatchObject({
      encoding: "base64",
      content: "AP8=",
    });
    await use(client, "write_file", { workspace_id, path: "c", content: "" });
    expect(await use(client, "read_file", { workspace_id, path: "c" })).toMatchObject({
      content: "",
      size: 0,
      next_offset: null,
    });
  });

  test("are replaced only on the conditions that are given", async () => {
    await using mcp = await testMcp();
    const { client, workspace_id } = await mcp.inWorkspace();
    const file = { workspace_id, path: "a" };
    await use(client, "write_file", { ...file, content: "1", create_only: true });
    const { etag } = await use<Read>(client, "read_file", file);
    expect(await refusal(client, "write_file", { ...file, content: "2", create_only: true })).toMatchObject({
      code: "precondition_failed",
    });
    expect(await use(client, "write_file", { ...file, content: "2", if_match: etag })).toMatchObject({
      created: false,
    });
    expect(await refusal(client, "write_file", { ...file, content: "3", if_match: etag })).toMatchObject({
      code: "precondition_failed",
    });
  });

  test("are refused by the rules of the REST API", async () => {
    await using mcp = await testMcp();
    const { client, workspace_id } = await mcp.inWorkspace({ afs: { access: "read" } });
    const code = async (tool: string, args: object) =>
      (await refusal(client, tool, { workspace_id, ...args }))["code"];
    expect(await code("read_file", { path: "../a" })).toBe("invalid_path");
    expect(await code("read_file", { path: "none" })).toBe("not_found");
    expect(await code("write_file", { path: "a", content: "x".repeat(1_001) })).toBe("payload_too_large");
    expect(await code("write_file", { path: "a" })).toBe("invalid_request");
    expect(await code("write_file", { path: "a", content: "x", content_base64: "AA==" })).toBe(
      "invalid_request",
    );
    expect(await code("write_file", { path: "a", content_base64: "A" })).toBe("invalid_request");
    expect(await code("write_file", { path: "a", content: "x", volume: "afs" })).toBe("afs_denied");
    expect(await use(client, "list_files", { workspace_id, volume: "afs" })).toMatchObject({ entries: [] });
  });
});

test.each([
  ["text", [0x61, 0xc3, 0xbc], { encoding: "utf-8", content: "aü", length: 3 }],
  ["a mark at its start", [0xef, 0xbb, 0xbf, 0x61], { encoding: "utf-8", content: "\ufeffa", length: 4 }],
  ["a character that is cut", [0x61, 0xc3], { encoding: "utf-8", content: "a", length: 1 }],
  ["the rest of a character", [0xbc, 0x61], { encoding: "base64", content: "vGE=", length: 2 }],
  ["nothing but a part of one", [0xc3], { encoding: "base64", content: "ww==", length: 1 }],
  ["NUL", [0x61, 0x00], { encoding: "base64", content: "YQA=", length: 2 }],
  ["nothing", [], { encoding: "utf-8", content: "", length: 0 }],
])("bytes with %s are returned unchanged", (_, bytes, expected) => {
  expect(fileText(Uint8Array.from(bytes))).toEqual(expected);
});
