import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { complaintAboutNode } from "@workspace-agent/cli/node-version";
import { expect, test } from "vitest";
import { MAIN } from "./running-server.test-support.ts";

async function run(program: string, args: readonly string[]) {
  return await new Promise<{ code: unknown; out: string; notes: string }>((resolve) => {
    execFile(program, args, (error, out, notes) => resolve({ code: error?.code ?? 0, out, notes }));
  });
}

/** A program on the path that is an older Node, with its version; null: there is none. */
async function olderNode() {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  for (const program of folders.map((folder) => join(folder, "node")).filter((file) => existsSync(file))) {
    const { out } = await run(program, ["--print", "process.versions.node"]);
    if (complaintAboutNode(out.trim()) !== null) return { program, version: out.trim() };
  }
  return null;
}

const older = await olderNode();
if (older === null) console.warn("\nSKIPPED: the server on an older Node, since there is none on the path\n");

test.skipIf(older === null)("the server says which Node it needs where it is too old", async () => {
  const { program, version } = older ?? { program: "", version: "" };
  for (const args of [["serve"], ["--version"], ["tokens", "create", "first"]])
    expect(await run(program, [MAIN, ...args])).toEqual({
      code: 2,
      out: "",
      notes: `workspace-agent: ${complaintAboutNode(version)}\n`,
    });
});
