import { describe, expect, it } from "vitest";
import { cpuSeconds } from "../../cpu-seconds.test-support.ts";
import { AgentFiles } from "../agent-files.ts";
import { at, call, encode, place } from "./tool-calls.test-support.ts";

place();

describe("the read tool", () => {
  it("numbers the lines, and reads in parts", async () => {
    await at.volume.write("a.txt", encode("one\r\ntwo\nthree\n"));
    expect((await call("read", { path: "a.txt" })).output).toBe("1\tone\n2\ttwo\n3\tthree");
    expect(await call("read", { path: "/workspace/a.txt", offset: 2, limit: 1 })).toMatchObject({
      output: "2\ttwo\n[lines 2 to 2 of 3; continue with offset 3]",
      truncated: true,
    });
  });

  it("shows at most 2,000 lines and 50 KiB, and cuts long lines", async () => {
    await at.volume.write("many.txt", encode("x\n".repeat(3_000)));
    expect((await call("read", { path: "many.txt" })).output).toContain(
      "[lines 1 to 2000 of 3000; continue with offset 2001]",
    );
    await at.volume.write("wide.txt", encode(`${"y".repeat(5_000)}\nend`));
    const wide = (await call("read", { path: "wide.txt" })).output;
    expect(wide).toContain("line cut");
    expect(wide.length).toBeLessThan(2_200);
  });

  it.each([
    ["what is not there", "none.txt", "no such file"],
    ["a directory", ".", "a directory"],
    ["a binary file", "bin", "binary"],
    ["a place behind the end", "a.txt", "beyond its end"],
  ])("says so for %s", async (_, path, message) => {
    await at.volume.write("bin", new Uint8Array([1, 0, 2]));
    await at.volume.write("a.txt", encode("one\n"));
    const outcome = await call("read", { path, ...(message.includes("beyond") && { offset: 9 }) });
    expect(outcome).toMatchObject({ isError: true, output: expect.stringContaining(message) as string });
  });

  it("reads a line of 16 MiB of them at once, and no larger file", async () => {
    await at.volume.write("lines", new Uint8Array(16_777_216).fill(10));
    const seconds = await cpuSeconds(async () => {
      const { output } = await call("read", { path: "lines", limit: 1 });
      expect(output).toContain("[lines 1 to 1 of 16777216;");
    });
    expect(seconds).toBeLessThan(10);
    await at.volume.write("large", new Uint8Array(16_777_217).fill(10));
    expect(await call("read", { path: "large", limit: 1 })).toMatchObject({
      isError: true,
      output: expect.stringContaining("larger than 16777216 bytes") as string,
    });
  });

  it("looks at a file's size in the sandbox before it reads, and hands the signal on", async () => {
    const sandbox = await at.context.sandbox();
    const signals: (AbortSignal | undefined)[] = [];
    let size = 214_748_364_800;
    const files = new AgentFiles([], async () => ({
      ...sandbox,
      stat: async () => ({ type: "file", size }),
      readFile: async ({ abortSignal }) => {
        signals.push(abortSignal);
        return new Response("text").body;
      },
    }));
    at.context = { ...at.context, files };
    expect((await call("read", { path: "/tmp/sparse" })).output).toContain("larger than");
    expect(signals).toEqual([]);
    size = 4;
    expect((await call("read", { path: "/tmp/small" })).output).toBe("1\ttext");
    expect(signals).toEqual([at.context.signal]);
  });

  it("needs no sandbox under a mount", async () => {
    await at.shared.write("note.md", encode("shared"));
    expect((await call("read", { path: "/mnt/afs/note.md" })).output).toBe("1\tshared");
    expect(at.commands).toEqual([]);
  });

  it("takes a path that only looks like a mount for another place", async () => {
    expect((await call("read", { path: "/workspace-evil/a" })).isError).toBe(true);
    expect((await call("read", { path: "/workspace/../etc/passwd" })).output).toContain(
      "/etc/passwd: no such file",
    );
  });
});
