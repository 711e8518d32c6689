import { describe, expect, it } from "vitest";
import { admin } from "../test-host.test-support.ts";
import { codeOf, snapshotHost, writes } from "./rewind.test-support.ts";

const textOf = (body: ReadableStream<Uint8Array>) => new Response(body).text();

describe("snapshots", () => {
  it("are taken on request, listed newest first, and removed", async () => {
    await using host = await snapshotHost({ script: [] });
    const { snapshots } = host.service;
    await host.put("a.txt", "one");
    const first = await snapshots.create(admin, host.workspaceId, { label: "first" });
    expect(first).toMatchObject({
      kind: "manual",
      label: "first",
      session_id: null,
      turn_id: null,
      files: 1,
      bytes: 3,
      expires_at: null,
    });
    const second = await snapshots.create(admin, host.workspaceId);
    expect(second).toMatchObject({ label: null, stored_bytes: 0 });
    const page = await snapshots.list(admin, host.workspaceId, { limit: 1 });
    expect(page.items).toEqual([second]);
    const rest = await snapshots.list(admin, host.workspaceId, { limit: 1, cursor: page.next ?? "" });
    expect(rest).toEqual({ items: [first], next: null });
    await snapshots.delete(admin, host.workspaceId, second.id);
    expect(await codeOf(snapshots.get(admin, host.workspaceId, second.id))).toBe("not_found");
    expect(await snapshots.get(admin, host.workspaceId, first.id)).toEqual(first);
  });

  it("are taken once before a turn's first call that can write, and not for one that only reads", async () => {
    const read = { toolCalls: [{ name: "read", arguments: { path: "a.txt" } }] };
    await using host = await snapshotHost({
      script: [
        read,
        { text: "Read." },
        read,
        writes("a.txt", "two"),
        writes("b.txt", "two"),
        { text: "Wrote." },
      ],
    });
    await host.put("a.txt", "one");
    const { session_id } = await host.run("read");
    expect(await host.snapshots()).toEqual([]);
    const { turn_id } = await host.run("write", { session_id });
    const taken = await host.snapshots();
    expect(taken).toMatchObject([{ kind: "auto", session_id, turn_id, files: 1, bytes: 3 }]);
    const { body } = await host.service.snapshots.read(admin, host.workspaceId, taken[0]?.id ?? "", "a.txt");
    expect(await textOf(body)).toBe("one");
  });

  it("are read like the files", async () => {
    await using host = await snapshotHost({ script: [] });
    const { service, workspaceId } = host;
    await host.put("src/a.txt", "hello");
    const { id } = await service.snapshots.create(admin, workspaceId);
    await host.remove("src/a.txt");
    const { entries } = await service.snapshots.listDirectory(admin, workspaceId, id, "", {
      recursive: true,
    });
    expect(entries.map(({ path, type, size }) => [path, type, size])).toEqual([
      ["src", "dir", 0],
      ["src/a.txt", "file", 5],
    ]);
    const read = await service.snapshots.read(admin, workspaceId, id, "src/a.txt", { start: 1, end: 2 });
    expect(await textOf(read.body)).toBe("el");
    expect(await service.snapshots.stat(admin, workspaceId, id, "src/a.txt")).toEqual(read.entry);
    const zip = await service.snapshots.zip(admin, workspaceId, id, "src");
    expect(zip.name).toBe("src.zip");
    expect((await new Response(zip.body()).bytes()).length).toBeGreaterThan(0);
    expect(await codeOf(service.snapshots.stat(admin, workspaceId, id, "src/b.txt"))).toBe("not_found");
  });

  it("are compared with each other and with the files as they are", async () => {
    await using host = await snapshotHost({ script: [] });
    const { snapshots } = host.service;
    await host.put("a.txt", "one\n");
    await host.put(".git/HEAD", "ref: refs/heads/main\n");
    const { id } = await snapshots.create(admin, host.workspaceId);
    await host.put("a.txt", "two\n");
    await host.put(".git/HEAD", "ref: refs/heads/other\n");
    const now = await snapshots.diff(admin, host.workspaceId, id, "now");
    expect(now.files).toEqual([
      { path: "a.txt", status: "modified", additions: 1, deletions: 1, binary: false },
    ]);
    expect(now.diff).toContain("-one\n+two\n");
    const later = await snapshots.create(admin, host.workspaceId);
    expect(await snapshots.diff(admin, host.workspaceId, id, later.id)).toEqual(now);
    const parts = await snapshots.patch(admin, host.workspaceId, id, later.id);
    expect((await Array.fromAsync(parts)).join("")).toBe(now.diff);
  });

  it("of a workspace are not there for another tenant, nor in another workspace", async () => {
    await using host = await snapshotHost({ script: [] });
    const { snapshots, workspaces } = host.service;
    const { id } = await snapshots.create(admin, host.workspaceId);
    const other = await workspaces.create(admin, { name: "other" });
    expect(await codeOf(snapshots.get(admin, other.id, id))).toBe("not_found");
    const stranger = { ...admin, tenant: "strangers" };
    expect(await codeOf(snapshots.get(stranger, host.workspaceId, id))).toBe("not_found");
  });
});

describe("a fork of a workspace", () => {
  it("has the files, the config without secrets, and the transcripts that were asked for", async () => {
    await using host = await snapshotHost({
      script: [writes("a.txt", "one"), { text: "Wrote." }, { text: "On." }],
      config: { system_prompt: "Be brief.", env: { A: "shown", KEY: { secret: true, value: "hidden" } } },
    });
    const { snapshots, workspaces, sessions, files } = host.service;
    const { session_id } = await host.run("first");
    const made = await snapshots.fork(admin, host.workspaceId, { name: "copy", sessions: [session_id] });
    expect(made).toMatchObject({ name: "copy", status: "ready", session_counts: { idle: 1 } });
    const { config } = await workspaces.getConfig(admin, made.id);
    expect(config).toMatchObject({ system_prompt: "Be brief.", env: { A: "shown" } });
    expect(config.env).not.toHaveProperty("KEY");
    const copied = await sessions.list(admin, made.id);
    const messages = await sessions.messages(admin, made.id, copied.items[0]?.id ?? "");
    expect(messages.items.map(({ content }) => content)).toContain("Wrote.");
    const { body } = await files.read(admin, made.id, "workspace", "a.txt");
    expect(await textOf(body)).toBe("one");
  });

  it("has the files of a snapshot, and changes nothing of the original", async () => {
    await using host = await snapshotHost({ script: [] });
    const { snapshots, files } = host.service;
    await host.put("a.txt", "old");
    const { id } = await snapshots.create(admin, host.workspaceId);
    await host.put("a.txt", "new");
    const made = await snapshots.fork(admin, host.workspaceId, { name: "copy", snapshot_id: id });
    const { body } = await files.read(admin, made.id, "workspace", "a.txt");
    expect(await textOf(body)).toBe("old");
    expect(await host.files()).toEqual({ "a.txt": "new" });
  });

  it("with the key of an earlier one is that one, although its session is gone", async () => {
    await using host = await snapshotHost({ script: [{ text: "On." }] });
    const { snapshots, sessions } = host.service;
    const { session_id } = await host.run("first");
    const fork = () => {
      const input = { name: "copy", sessions: [session_id] };
      return snapshots.fork(admin, host.workspaceId, input, { idempotencyKey: "k" });
    };
    const first = await fork();
    await sessions.delete(admin, host.workspaceId, session_id);
    expect(await fork()).toEqual(first);
  });

  it("of which something does not exist leaves no workspace", async () => {
    await using host = await snapshotHost({ script: [] });
    const { snapshots, workspaces } = host.service;
    const fork = (input: { readonly snapshot_id?: string; readonly sessions?: string[] }) =>
      codeOf(snapshots.fork(admin, host.workspaceId, { name: "copy", ...input }));
    expect(await fork({ snapshot_id: "snp_0" })).toBe("not_found");
    expect(await fork({ sessions: ["ses_0"] })).toBe("invalid_request");
    expect((await workspaces.list(admin)).items.map(({ name }) => name)).toEqual(["test"]);
  });
});
