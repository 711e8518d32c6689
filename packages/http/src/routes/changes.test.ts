import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ChangesSchema } from "@workspace-agent/core/schemas";
import type { Changes } from "@workspace-agent/core";
import { memoryVolumes } from "@workspace-agent/core/memory";
import type { ModelScript } from "@workspace-agent/core/testing";
import * as v from "valibot";
import { describe, expect, onTestFinished, test } from "vitest";
import { testApi, type TestApi } from "../test-api.test-support.ts";

const FILES = [
  { path: "src/new file.txt", content: "made\nby the agent" },
  { path: "ü.txt", content: "ä\r\n" },
  { path: "build/out", content: "ignored" },
];

/** Writes some files in each turn, edits one, and ends. */
const script: ModelScript = ({ messages }) => {
  if (messages.at(-1)?.role !== "user") return { text: "Done." };
  return {
    toolCalls: [
      ...FILES.map((file) => ({ name: "write", arguments: file })),
      { name: "read", arguments: { path: "kept.txt" } },
      { name: "edit", arguments: { path: "kept.txt", old_text: "two", new_text: "2" } },
    ],
  };
};

async function chat(api: TestApi, workspace: string, session_id?: string): Promise<string> {
  const { json, status, text } = await api.chat(workspace, { session_id });
  if (status !== 200) throw new Error(text);
  return (json as { session_id: string }).session_id;
}

const put = async (api: TestApi, id: string, path: string, body: string) =>
  await api.call("PUT", `/api/workspaces/${id}/agent/files?path=${encodeURIComponent(path)}`, { body });

async function changesOf(api: TestApi, id: string, session: string): Promise<Changes> {
  const { json } = await api.call("GET", `/api/workspaces/${id}/sessions/${session}/changes`);
  return v.parse(ChangesSchema, json);
}

async function aWorkspace(api: TestApi): Promise<string> {
  const { id } = await api.createWorkspace();
  await put(api, id, "kept.txt", "one\ntwo\nthree\n");
  await put(api, id, ".gitignore", "/build/\n");
  return id;
}

describe("the changes of a session", () => {
  test("are what it did to the files, and a patch that git applies to what was there", async () => {
    await using api = await testApi({ script });
    const id = await aWorkspace(api);
    const session = await chat(api, id);
    const { files, diff, overlapped } = await changesOf(api, id, session);
    expect(files).toEqual([
      { path: "kept.txt", status: "modified", additions: 1, deletions: 1, binary: false },
      { path: "src/new file.txt", status: "added", additions: 2, deletions: 0, binary: false },
      { path: "ü.txt", status: "added", additions: 1, deletions: 0, binary: false },
    ]);
    expect(overlapped).toBe(false);
    const patch = await api.call("GET", `/api/workspaces/${id}/sessions/${session}/changes`, {
      headers: { accept: "text/x-diff" },
    });
    expect(patch.headers.get("content-type")).toBe("text/x-diff; charset=utf-8");
    expect(patch.headers.get("vary")).toBe("accept, accept-encoding");
    expect(patch.text).toBe(diff);

    const folder = mkdtempSync(join(tmpdir(), "changes-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, "build"));
    writeFileSync(join(folder, "kept.txt"), "one\ntwo\nthree\n");
    execFileSync("git", ["apply", "--whitespace=nowarn", "-"], { cwd: folder, input: patch.text });
    const read = (path: string) => readFileSync(join(folder, path), "utf8");
    expect(read("kept.txt")).toBe("one\n2\nthree\n");
    expect(read("src/new file.txt")).toBe("made\nby the agent");
    expect(read("ü.txt")).toBe("ä\r\n");
  });

  test("are nothing before it wrote, as JSON and as a patch", async () => {
    await using api = await testApi();
    const id = await aWorkspace(api);
    const session = await chat(api, id);
    await put(api, id, "kept.txt", "another's");
    expect(await changesOf(api, id, session)).toEqual({ files: [], diff: "", overlapped: false });
    const path = `/api/workspaces/${id}/sessions/${session}/changes`;
    const patch = await api.call("GET", path, { headers: { accept: "text/x-diff" } });
    expect([patch.status, patch.text]).toEqual([200, ""]);
    expect((await api.call("HEAD", path)).status).toBe(200);
  });

  test("begin once: later turns add to them, and a fork begins its own", async () => {
    await using api = await testApi({ script });
    const id = await aWorkspace(api);
    const session = await chat(api, id);
    await put(api, id, "later.txt", "by a person\n");
    await chat(api, id, session);
    expect((await changesOf(api, id, session)).files.map(({ path }) => path)).toEqual([
      "kept.txt",
      "later.txt",
      "src/new file.txt",
      "ü.txt",
    ]);
    const fork = await api.call("POST", `/api/workspaces/${id}/sessions/${session}/fork`, { json: {} });
    expect((await changesOf(api, id, fork.as().id)).files).toEqual([]);
  });

  test("say that another session wrote meanwhile, also when it is deleted by then", async () => {
    await using api = await testApi({ script });
    const id = await aWorkspace(api);
    const first = await chat(api, id);
    await api.clock.advance(1_000);
    const second = await chat(api, id);
    await api.clock.advance(1_000);
    await chat(api, id, first);
    expect((await changesOf(api, id, first)).overlapped).toBe(true);
    expect((await changesOf(api, id, second)).overlapped).toBe(false);
    await api.call("DELETE", `/api/workspaces/${id}/sessions/${second}`);
    expect((await changesOf(api, id, first)).overlapped).toBe(true);
  });

  test("are those of its turns: what is done after their end is no part of them", async () => {
    await using api = await testApi({ script });
    const id = await aWorkspace(api);
    const first = await chat(api, id);
    const before = await changesOf(api, id, first);
    await put(api, id, "kept.txt", "by a person\n");
    await api.clock.advance(1_000);
    const second = await chat(api, id);
    await put(api, id, "src/new file.txt", "by a person\n");
    expect(await changesOf(api, id, first)).toEqual(before);
    expect(before.overlapped).toBe(false);
    const later = await changesOf(api, id, second);
    expect(later.overlapped).toBe(false);
    expect(later.files.map(({ path }) => path)).not.toContain("src/new file.txt");
  });

  test("are refused where the volume does not tell them", async () => {
    const made = memoryVolumes();
    const volumes = {
      ...made,
      workspace: async (id: string) => await made.shared(id),
    };
    await using api = await testApi({ script, service: { volumes } });
    const id = await aWorkspace(api);
    const session = await chat(api, id);
    const { json } = await api.call("GET", `/api/workspaces/${id}/sessions/${session}/changes`);
    expect(json).toMatchObject({ status: 403, code: "not_allowed" });
  });
});
