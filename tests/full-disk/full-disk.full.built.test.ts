import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Caller, startServer, stopServer } from "../../packages/server/src/running-server.test-support.ts";
import { startPostgres } from "../postgres/postgres-server.ts";
import { SmallDisk, whyNoSmallDisk } from "./small-disk.ts";

const reason = await whyNoSmallDisk();
if (reason !== null) console.warn(`\nSKIPPED: full disks, since ${reason}\n`);

const WORKSPACES = 4;
const TURNS = 24;
/** The number of requests while the disk is full. */
const ATTEMPTS = 60;

const message = Array.from({ length: 6 }, (_, step) => `\`\`\`sh\necho ${step} >> steps\n\`\`\``).join("\n");

/** A server with its files and database on one small disk. */
async function given(store: "SQLite" | "Postgres") {
  const disk = await SmallDisk.create(store === "SQLite" ? "96m" : "400m");
  const release = new AsyncDisposableStack();
  release.defer(() => disk.remove());
  onTestFinished(() => release.disposeAsync());
  const postgres = store === "SQLite" ? null : await startPostgres("machine", disk.path);
  if (postgres !== null) release.defer(() => postgres.stop());
  const server = await startServer({
    DATA_DIR: join(disk.path, "data"),
    MODEL: "rehearsal",
    SANDBOX: "interpreter",
    LOG_LEVEL: "silent",
    DISK_RESERVE_MB: "2",
    // Some turns run when the disk is full, others wait.
    MAX_RUNNING_TURNS: "4",
    ...(postgres !== null && { DATABASE_URL: postgres.url }),
  });
  release.defer(async () => {
    await stopServer(server, "SIGKILL");
  });
  return { disk, postgres, server, caller: await Caller.signIn(server) };
}

describe.skipIf(reason !== null)("a disk that is full, and has space again", () => {
  it.each(["SQLite", "Postgres"] as const)(
    "fails no turn, and causes 503 but never 500 (%s)",
    async (store) => {
      const { disk, postgres, server, caller } = await given(store);
      const workspaces: string[] = [];
      for (let index = 0; index < WORKSPACES; index++) {
        const made = await caller.send<{ id: string }>("POST", "/api/workspaces", { name: `w${index}` });
        workspaces.push(made.id);
      }
      const accepted: string[] = [];
      const statuses = new Map<number, number>();
      const ask = async (index: number) => {
        const workspace = `/api/workspaces/${workspaces[index % WORKSPACES] ?? ""}`;
        const json = { "content-type": "application/json" };
        const body = JSON.stringify({ mode: "async", message });
        const answers = await Promise.all([
          caller.fetch(`${workspace}/chat`, { method: "POST", headers: json, body }),
          caller.fetch(`${workspace}/agent/files?path=f${index}`, { method: "PUT", body: "x".repeat(9_000) }),
          caller.fetch(`${workspace}/sessions`),
          fetch(`${server.base}/readyz`),
        ]);
        for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const [chat, ...others] = answers;
        await Promise.all(others.map((answer) => answer.text()));
        const told = (await chat.json()) as { readonly session_id?: string; readonly turn_id?: string };
        if (chat.status === 202)
          accepted.push(`${workspace}/sessions/${told.session_id}/turns/${told.turn_id}`);
      };
      const ends = async () =>
        Promise.all(
          accepted.map(async (path) => (await caller.get<{ stop_reason: string | null }>(path)).stop_reason),
        );
      await Promise.all(Array.from({ length: TURNS }, (_, index) => ask(index)));
      await disk.fill();
      const waiting = (await ends()).filter((end) => end === null).length;
      for (let index = 0; index < ATTEMPTS; index++) await ask(TURNS + index);
      expect((await fetch(`${server.base}/readyz`)).status).toBe(503);
      await disk.free();
      await postgres?.restart("immediate");
      await expect.poll(async () => (await fetch(`${server.base}/readyz`)).status).toBe(200);

      await expect.poll(ends, { timeout: 120_000 }).not.toContain(null);
      const all = Object.fromEntries(statuses);
      console.info(`${store}: answers`, all, `${waiting} of ${accepted.length} turns met the full disk`);
      expect(waiting).toBeGreaterThan(0);
      expect(new Set(await ends())).toEqual(new Set(["end_turn"]));
      expect(statuses.get(503)).toBeGreaterThan(ATTEMPTS);
      expect([...statuses.keys()].filter((status) => status === 500 || status === 507)).toEqual([]);
    },
    240_000,
  );
});
