import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CompleteStore } from "@workspace-agent/core";
import { anEvent, aSession, aWorkspace } from "@workspace-agent/core/testing";
import Sqlite from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { backUpSqlite, claimSqliteFile } from "./backup.ts";
import { sqliteStore } from "./sqlite-store.ts";
import { newFile } from "./testing/new-file.ts";

describe("a backup of a SQLite store", () => {
  let folder: string;
  let file: string;
  let copy: string;
  let store: CompleteStore;

  beforeEach(async () => {
    ({ folder, file } = await newFile());
    copy = join(folder, "copy.db");
    store = sqliteStore({ file });
    await store.start();
    return () => store.close();
  });

  it("has what was committed when it began, of a store that is written to meanwhile", async () => {
    const workspace = aWorkspace();
    const session = aSession(workspace);
    await store.workspaces.insert(workspace);
    await store.sessions.insert(session);
    const append = (seq: number) =>
      store.events.append(workspace.tenant, session.id, [anEvent(session.id, seq)]);
    for (let seq = 1; seq <= 500; seq++) await append(seq);
    const backedUp = backUpSqlite(file, copy);
    for (let seq = 501; seq <= 600; seq++) await append(seq);
    const counts = await backedUp;
    expect(counts).toMatchObject({ workspaces: 1, sessions: 1 });
    expect((await readdir(folder)).filter((name) => name.startsWith("copy"))).toEqual(["copy.db"]);
    expect((await stat(copy)).mode & 0o077).toBe(0);

    const restored = sqliteStore({ file: copy });
    await restored.start();
    const events = await restored.events.page(workspace.tenant, session.id, { after: 0, limit: 9_999 });
    expect(events.map(({ seq }) => seq)).toEqual(
      Array.from({ length: counts.events }, (_, index) => index + 1),
    );
    expect(counts.events).toBeGreaterThanOrEqual(500);
    expect(await restored.workspaces.get(workspace.tenant, workspace.id)).toEqual(workspace);
    await restored.close();
  });

  it("is of one moment although the store commits between two steps of the copy", async () => {
    await store.blobs.put("t", "o", [{ hash: "large", bytes: new Uint8Array(64 * 2 ** 20) }]);
    const backedUp = backUpSqlite(file, copy);
    for (let count = 0; count < 20; count++)
      await store.blobs.put("t", "o", [{ hash: `hash ${count}`, bytes: Uint8Array.of(count) }]);
    await backedUp;
    const database = new Sqlite(copy, { readonly: true });
    expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(database.prepare("select count(*) as count from blobs").get()).toEqual({ count: 1 });
    database.close();
  });

  it("is refused where there is no database", async () => {
    await expect(backUpSqlite(join(folder, "none.db"), copy)).rejects.toMatchObject({ code: "internal" });
    await writeFile(join(folder, "text.db"), "This is a text, not a database. ".repeat(200));
    await expect(backUpSqlite(join(folder, "text.db"), copy)).rejects.toMatchObject({ code: "internal" });
  });

  it("goes to a file that no store uses", async () => {
    expect(() => claimSqliteFile(file)).toThrow("Another process has the database file open.");
    const target = join(folder, "new", "agent.db");
    const claim = claimSqliteFile(target);
    await expect(sqliteStore({ file: target }).start()).rejects.toMatchObject({ code: "overloaded" });
    claim.release();
    const next = sqliteStore({ file: target });
    await next.start();
    await next.close();
  });
});
