import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { serversOn } from "./main.test-support.ts";
import { Caller, stopServer, type RunningServer } from "./running-server.test-support.ts";

interface Counts {
  readonly queued: number;
  readonly running: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
}

interface Batch {
  readonly id: string;
  readonly status: string;
  readonly counts: Counts;
}

interface Result {
  readonly key: string;
  readonly status: string;
  readonly workspace_id: string;
  readonly session_id: string;
  readonly turn_id: string;
}

export interface KilledBatch {
  readonly items: number;
  readonly concurrency: number;
  /** The server is killed when this share of the items has ended. */
  readonly killsAt: readonly number[];
  /** The message of an item. */
  readonly message: (key: string) => string;
  /** How much more memory the server may use at the end than after its first tenth of a life, in MiB. */
  readonly maxGrowthMib: number;
}

/** The resident memory of a process in MiB. */
async function memoryOf({ process }: RunningServer): Promise<number> {
  const status = await readFile(`/proc/${process.pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

const keyOf = (index: number) => `item ${index}`;

function* lines({ items, concurrency, message }: KilledBatch): Generator<string> {
  yield `${JSON.stringify({ name: "killed", concurrency })}\n`;
  for (let index = 0; index < items; index++)
    yield `${JSON.stringify({ key: keyOf(index), message: message(keyOf(index)) })}\n`;
}

async function send(caller: Caller, options: KilledBatch): Promise<Batch> {
  const response = await caller.fetch("/api/batches", {
    method: "POST",
    headers: { "content-type": "application/x-ndjson" },
    body: [...lines(options)].join(""),
  });
  expect(response.status).toBe(202);
  return (await response.json()) as Batch;
}

async function resultsOf(caller: Caller, id: string): Promise<readonly Result[]> {
  const response = await caller.fetch(`/api/batches/${id}/results`);
  const text = await response.text();
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Result);
}

/** Numbers of rows in the database of a server that has stopped. */
function rowsIn(dataDir: string): { readonly turns: number; readonly workspaces: number } {
  const database = new Database(join(dataDir, "workspace-agent.db"), { readonly: true });
  const count = (table: string) =>
    (database.prepare(`select count(*) as n from ${table}`).get() as { readonly n: number }).n;
  const rows = { turns: count("turns"), workspaces: count("workspaces") };
  database.close();
  return rows;
}

export function describeKilledBatch(options: KilledBatch): void {
  const { items, killsAt, maxGrowthMib } = options;
  it(`a batch of ${items} items whose server is killed ${killsAt.length} times begins each item once, in flat memory`, async () => {
    // With little room for garbage, the memory of the process is about what it uses.
    const NODE_OPTIONS = "--max-old-space-size=160 --max-semi-space-size=4";
    const { start, dir } = await serversOn({ SANDBOX: "interpreter", NODE_OPTIONS });
    let server = await start();
    let caller = await Caller.signIn(server);
    const { id } = await send(caller, options);
    const growths: number[] = [];
    for (const share of [...killsAt, 1]) {
      const begun = await caller.get<Batch>(`/api/batches/${id}`);
      let first: number | null = null;
      for (let batch = begun; ; batch = await caller.get<Batch>(`/api/batches/${id}`)) {
        const ended = items - batch.counts.queued - batch.counts.running;
        if (first === null && ended - (items - begun.counts.queued) >= items / 20)
          first = await memoryOf(server);
        if (ended >= share * items) break;
        await pause(20);
      }
      if (first !== null) growths.push((await memoryOf(server)) - first);
      if (share === 1) continue;
      await stopServer(server, "SIGKILL");
      server = await start();
      caller = caller.at(server.base);
    }
    const batch = await caller.get<Batch>(`/api/batches/${id}?wait=60`);
    const counts = { queued: 0, running: 0, succeeded: items, failed: 0, cancelled: 0 };
    expect(batch).toMatchObject({ status: "completed", counts });
    const results = await resultsOf(caller, id);
    console.log(
      `${items} items, memory grew by ${growths.map((growth) => growth.toFixed(0)).join(", ")} MiB in the lives of the server`,
    );
    expect(results.map(({ key }) => key).toSorted()).toEqual(
      Array.from({ length: items }, (_, i) => keyOf(i)).toSorted(),
    );
    expect(new Set(results.map(({ turn_id }) => turn_id)).size).toBe(items);
    expect(new Set(results.map(({ workspace_id }) => workspace_id)).size).toBe(items);
    expect(Math.max(...growths)).toBeLessThan(maxGrowthMib);
    await stopServer(server);
    expect(rowsIn(dir)).toEqual({ turns: items, workspaces: items });
  });
}
