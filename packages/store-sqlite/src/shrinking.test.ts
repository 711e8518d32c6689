import { stat } from "node:fs/promises";
import { silentLogger, type CompleteStore } from "@workspace-agent/core";
import { aSession, aWorkspace } from "@workspace-agent/core/testing";
import Sqlite from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { sqliteStore } from "./sqlite-store.ts";
import { newFile } from "./testing/new-file.ts";

const MIB = 2 ** 20;
const forever = new AbortController().signal;

describe("a SQLite file", () => {
  let file: string;
  let store: CompleteStore;

  beforeEach(async () => {
    ({ file } = await newFile());
    store = sqliteStore({ file });
    return () => store.close();
  });

  const size = async () => (await stat(file)).size;
  const workspace = aWorkspace();
  const session = aSession(workspace);

  async function givenLargeSession(): Promise<void> {
    await store.workspaces.insert(workspace);
    await store.sessions.insert(session);
    for (let count = 0; count < 10; count++) {
      const bytes = new Uint8Array(MIB).fill(count);
      await store.blobs.put(workspace.tenant, session.id, [{ hash: `hash ${count}`, bytes }]);
    }
  }

  it("shrinks after what it held was removed, while others write", async () => {
    await store.start();
    await givenLargeSession();
    await store.sessions.delete(workspace.tenant, session.id);
    const before = await size();
    const database = new Sqlite(file, { readonly: true });
    const freePages = () => Number(database.pragma("freelist_count", { simple: true }));
    const all = freePages();
    const shrinking = store.shrink?.(forever);
    let left = 0;
    const key = { id: "key", tenant: "t", fingerprint: "f", answer: "{}", created_at: 1 };
    // A write that was asked for later does not wait for all steps.
    const written = store.transaction(
      ({ idempotency }) => idempotency.insert(key),
      () => (left = freePages()),
    );
    await Promise.all([shrinking, written]);
    expect(before).toBeGreaterThan(8 * MIB);
    expect(await size()).toBeLessThan(2 * MIB);
    expect(left).toBeGreaterThan(all / 2);
    expect(left).toBeLessThan(all);
    expect(freePages()).toBe(0);
    expect(await store.idempotency.get("t", "key")).toEqual(key);
    expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
    database.close();
  });

  it("stops shrinking when it is asked to", async () => {
    await store.start();
    await givenLargeSession();
    await store.sessions.delete(workspace.tenant, session.id);
    await store.shrink?.(AbortSignal.abort());
    expect(await size()).toBeGreaterThan(8 * MIB);
  });

  it("of an older version is rewritten at the start so that it shrinks, unless it is large", async () => {
    await store.start();
    await givenLargeSession();
    await store.close();
    const rewrite = (mode: "none" | "incremental") => {
      const database = new Sqlite(file);
      database.pragma(`auto_vacuum = ${mode}`);
      database.exec("vacuum");
      database.close();
    };
    const mode = () => {
      const database = new Sqlite(file, { readonly: true });
      const found = database.pragma("auto_vacuum", { simple: true });
      database.close();
      return found;
    };
    rewrite("none");
    expect(mode()).toBe(0);
    store = sqliteStore({ file });
    await store.start();
    expect(mode()).toBe(2);
    expect(await store.blobs.get(workspace.tenant, "hash 7")).toHaveLength(MIB);

    for (let count = 0; count < 60; count++)
      await store.blobs.put("t", "o", [{ hash: `hash ${count}`, bytes: new Uint8Array(MIB) }]);
    await store.close();
    rewrite("none");
    const warnings: string[] = [];
    const logger = { ...silentLogger, warn: (_: unknown, text: string) => void warnings.push(text) };
    store = sqliteStore({ file, logger });
    await store.start();
    expect(mode()).toBe(0);
    expect(warnings).toEqual([expect.stringContaining("docs/retention.md")]);
    await store.shrink?.(forever);
    expect(await size()).toBeGreaterThan(60 * MIB);
  });
});
