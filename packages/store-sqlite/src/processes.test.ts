import { aSession, anEvent, aWorkspace } from "@workspace-agent/core/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sqliteStore } from "./sqlite-store.ts";
import { newFile } from "./testing/new-file.ts";
import {
  buildProgram,
  type ProgramLine,
  type StoreProcess,
  type StoreProgram,
} from "./testing/store-process.ts";

const refused = { code: "overloaded", detail: "Another process has the database file open." };

describe("a store between processes", () => {
  let program: StoreProgram;
  let file: string;
  const children: StoreProcess[] = [];

  beforeAll(async () => {
    program = await buildProgram();
  });
  afterAll(() => program.remove());
  beforeEach(async () => {
    ({ file } = await newFile());
  });
  afterEach(async () => {
    for (const child of children.splice(0)) await child.kill();
  });

  function run(...parameters: Parameters<StoreProgram["run"]>): StoreProcess {
    const child = program.run(...parameters);
    children.push(child);
    return child;
  }

  async function nextOf(child: StoreProcess): Promise<ProgramLine | undefined> {
    const { value } = (await child.lines.next()) as IteratorResult<ProgramLine, undefined>;
    return value;
  }

  /** What the writer knows is committed, and how it failed, until it has ended. `each` is notified of every commit. */
  async function resultOf(child: StoreProcess, each: (count: number) => Promise<void> | undefined) {
    const committed: string[] = [];
    let failed: { readonly code: string; readonly detail: string } | null = null;
    for await (const line of child.lines) {
      if ("failed" in line) ({ failed } = line);
      if (!("committed" in line)) continue;
      committed.push(line.committed);
      await each(committed.length);
    }
    return { committed, failed };
  }

  const workspace = aWorkspace();
  const records = (text: string) => ({
    workspace,
    session: aSession(workspace),
    event: anEvent("", 1, text),
  });

  /** Every workspace that is there has all that its transaction wrote. */
  async function wholeWorkspaces(): Promise<readonly string[]> {
    const store = sqliteStore({ file });
    await store.start();
    const ids: string[] = [];
    for (let before = "~"; ; before = ids.at(-1) ?? "") {
      const page = await store.workspaces.list(workspace.tenant, { limit: 500, before });
      for (const { tenant, id } of page) {
        const [session] = await store.sessions.list(tenant, id, { limit: 2 });
        expect(await store.events.page(tenant, session?.id ?? "", { after: 0, limit: 2 })).toHaveLength(1);
        ids.push(id);
      }
      if (page.length === 0) break;
    }
    await store.close();
    return ids.reverse();
  }

  it("is refused to a second process, and admitted after the first was killed", async () => {
    const child = run({ file });
    expect(await nextOf(child)).toEqual({ started: true });
    const store = sqliteStore({ file });
    await expect(store.start()).rejects.toMatchObject(refused);
    await child.kill();
    await store.start();
    expect(await nextOf(run({ file }))).toEqual({ failed: refused });
    await store.close();
    expect(await nextOf(run({ file }))).toEqual({ started: true });
  });

  it("stays locked when its own process tries to open it once more", async () => {
    const store = sqliteStore({ file });
    await store.start();
    await expect(sqliteStore({ file }).start()).rejects.toMatchObject(refused);
    expect(await nextOf(run({ file }))).toEqual({ failed: refused });
    await store.check();
    await store.close();
  });

  it("has after kill -9 everything that was committed, and nothing by halves", async () => {
    const child = run({ file, write: records("x") });
    const { committed, failed } = await resultOf(child, (count) =>
      count === 200 ? child.kill() : undefined,
    );
    expect(failed).toBeNull();
    expect(committed.length).toBeGreaterThanOrEqual(200);
    const found = await wholeWorkspaces();
    expect(found.slice(0, committed.length)).toEqual(committed);
    expect(found.length - committed.length).toBeLessThanOrEqual(1);
  });

  it("on a full disk says so, and has what was committed and nothing by halves", async () => {
    const child = run({ file, write: records("x".repeat(10_000)) }, { maxFileBytes: 2 ** 21 });
    const { committed, failed } = await resultOf(child, () => undefined);
    expect(failed?.code).toBe("overloaded");
    expect(failed?.detail).toMatch(/^The disk of the database (is full|fails)\.$/);
    expect(committed.length).toBeGreaterThan(10);
    expect(await wholeWorkspaces()).toEqual(committed);
  });
});
