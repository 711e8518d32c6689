import { describe, expect, it } from "vitest";
import { at, call, encode, place, textOf } from "./tool-calls.test-support.ts";

place();

describe("the write tool", () => {
  it("makes folders and replaces the whole file", async () => {
    expect((await call("write", { path: "src/new.ts", content: "let a;\n" })).output).toContain(
      "Wrote 7 bytes to /workspace/src/new.ts",
    );
    await call("write", { path: "src/new.ts", content: "é" });
    expect(await textOf("src/new.ts")).toBe("é");
  });
});

it.each([
  ["write", { content: "b" }],
  ["edit", { old_text: "a", new_text: "b" }],
])("the %s tool is refused on a read-only mount", async (name, args) => {
  await at.shared.write("a", encode("a"));
  expect(await call(name, { path: "/mnt/afs/a", ...args })).toMatchObject({
    isError: true,
    output: expect.stringContaining("read-only") as string,
  });
  expect(await new Response((await at.shared.read("a")).body).text()).toBe("a");
});

describe("the edit tool", () => {
  it("changes the file and says where", async () => {
    await at.volume.write("a.ts", encode("one\ntwo\nthree\n"));
    expect((await call("edit", { path: "a.ts", old_text: "two", new_text: "2" })).output).toContain(
      "(line 2)",
    );
    expect(await textOf("a.ts")).toBe("one\n2\nthree\n");
  });

  it("leaves the file alone when the text is not there, not once there, or the file is no text", async () => {
    await at.volume.write("a.ts", encode("x x\n"));
    await at.volume.write("latin1", new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x0a]));
    for (const args of [
      { path: "a.ts", old_text: "y" },
      { path: "a.ts", old_text: "x" },
      { path: "latin1", old_text: "caf" },
      { path: "none", old_text: "a" },
    ]) {
      expect((await call("edit", { ...args, new_text: "z" })).isError).toBe(true);
    }
    expect(await textOf("a.ts")).toBe("x x\n");
    expect(await at.volume.stat("none")).toBeNull();
  });
});
