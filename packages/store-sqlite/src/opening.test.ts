import { mkdir, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SCOPES } from "@workspace-agent/core";
import { aServiceToken, aWorkspace } from "@workspace-agent/core/testing";
import { migrator, type Db } from "@workspace-agent/store-sql";
import { Kysely, sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openWriter } from "./sqlite-files.ts";
import { SqliteDriver } from "./sqlite-driver.ts";
import { SqliteKyselyDialect } from "./sqlite-kysely-dialect.ts";
import { sqliteSqlDialect } from "./sqlite-sql-dialect.ts";
import { sqliteStore } from "./sqlite-store.ts";
import { newFile } from "./testing/new-file.ts";

describe("opening a store", () => {
  let folder: string;
  let file: string;

  beforeEach(async () => {
    ({ folder, file } = await newFile());
  });

  function openDirectly(): Db {
    return new Kysely({
      dialect: new SqliteKyselyDialect("writer", new SqliteDriver(() => openWriter(file, () => 0).database)),
    });
  }

  it("makes the file and its folder, for their owner alone", async () => {
    const store = sqliteStore({ file: join(folder, "new", "deep", "agent.db") });
    await store.start();
    await store.workspaces.insert(aWorkspace());
    const made = join(folder, "new", "deep");
    expect((await readdir(made)).toSorted()).toEqual(
      ["agent.db", "agent.db-shm", "agent.db-wal", "agent.db.lock"].toSorted(),
    );
    for (const name of await readdir(made)) expect((await stat(join(made, name))).mode & 0o077).toBe(0);
    await store.close();
  });

  it("brings the database of an older version up to date and keeps what it holds", async () => {
    const old = openDirectly();
    await migrator(old, sqliteSqlDialect).migrateTo("0003-session-logs");
    const workspace = aWorkspace();
    // Older versions have no owner.
    const { owner: _, labels, config, ...columns } = workspace;
    await old
      .insertInto("workspaces")
      .values({
        ...columns,
        search_name: workspace.name,
        labels: JSON.stringify(labels),
        config: JSON.stringify(config),
      })
      .execute();
    await old.destroy();

    const store = sqliteStore({ file });
    await store.start();
    expect(await store.workspaces.get(workspace.tenant, workspace.id)).toEqual(workspace);
    const token = aServiceToken();
    await store.serviceTokens.insert(token);
    expect(await store.serviceTokens.findByHash(token.hash)).toEqual(token);
    await store.close();
    const db = openDirectly();
    const { rows } = await sql`select name from sqlite_master where name = 'sessions_held'`.execute(db);
    expect(rows).toHaveLength(1);
    await db.destroy();
  });

  it("lets tokens that may do everything answer approvals, and no others", async () => {
    const old = openDirectly();
    await migrator(old, sqliteSqlDialect).migrateTo("0021-instances-of-containers");
    const before = SCOPES.filter((scope) => scope !== "approve");
    const tokens = [before, before.slice(1), ["chat" as const]].map((scopes) => aServiceToken({ scopes }));
    for (const { id, tenant, hash, last_used_at, ...rest } of tokens)
      await old
        .insertInto("service_tokens")
        .values({ id, tenant, hash, last_used_at, data: JSON.stringify(rest) })
        .execute();
    await old.destroy();

    const store = sqliteStore({ file });
    await store.start();
    const found = await Promise.all(tokens.map(({ hash }) => store.serviceTokens.findByHash(hash)));
    expect(found.map((token) => token?.scopes)).toEqual([SCOPES, before.slice(1), ["chat"]]);
    await store.close();
  });

  it("refuses the database of a newer version and leaves it alone", async () => {
    const newer = openDirectly();
    await migrator(newer, sqliteSqlDialect).migrateToLatest();
    await sql`insert into kysely_migration values ('9999-future', '2100-01-01T00:00:00.000Z')`.execute(newer);
    await newer.destroy();
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(sqliteStore({ file }).start()).rejects.toMatchObject({
        code: "internal",
        detail: expect.stringMatching(
          /^The database is of a newer version: its schema is at 9999-future, and version \S+ knows it up to \d{4}-/,
        ) as string,
      });
    }
  });

  it("refuses a file that is no database, and one that cannot be there", async () => {
    const taken = join(folder, "taken.db");
    await writeFile(file, "This is a text, not a database. ".repeat(200));
    await mkdir(taken);
    for (const [wrong, detail] of [
      [file, "The database file is not a database."],
      [join(file, "agent.db"), "The database file cannot be opened."],
      [taken, "The database file cannot be opened."],
    ] as const)
      await expect(sqliteStore({ file: wrong }).start()).rejects.toMatchObject({ code: "internal", detail });
  });

  it("has no lines of a load that a crash cut off", async () => {
    const first = sqliteStore({ file });
    await first.start();
    await first.stagedLines.append("t", "load", [{ index: 0, text: "{}" }], 1);
    await first.close();
    const next = sqliteStore({ file });
    await next.start();
    expect(await next.stagedLines.page("t", "load", { after: -1, limit: 9 })).toEqual([]);
    await next.close();
  });

  it("is refused under another name of the same file too", async () => {
    const store = sqliteStore({ file });
    await store.start();
    const link = join(folder, "link.db");
    await symlink(file, link);
    await expect(sqliteStore({ file: link }).start()).rejects.toMatchObject({ code: "overloaded" });
    await expect(store.start()).rejects.toMatchObject({ code: "internal" });
    await store.check();
    await store.close();
  });

  it("has to come before using it", async () => {
    const store = sqliteStore({ file });
    await expect(store.workspaces.get("t", "ws_1")).rejects.toMatchObject({ code: "internal" });
    await expect(store.transaction(async () => 1)).rejects.toMatchObject({ code: "internal" });
    expect(await readdir(folder)).toEqual([]);
    await store.start();
    expect(await store.workspaces.get("t", "ws_1")).toBeNull();
    await store.close();
  });
});
