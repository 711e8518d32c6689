import { readFile } from "node:fs/promises";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../packages/core/src/index.ts";
import type { InstanceProcess } from "./instance-process.ts";
import { ALL_LINES, fileOf, handOver, linesInFiles, makeWorkspace, type Accepted } from "./sessions.ts";
import { chaosWorld, type World } from "./world.ts";

interface SessionAnswer {
  readonly status: string;
  readonly pending_requests: readonly { readonly id: string }[];
}

async function until<T>(look: () => Promise<T | undefined>, seconds = 40): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error("What was waited for did not come.");
    await pause(50);
  }
}

const linesOf = async ({ filesDir }: World, { workspaceId, key }: Accepted) => {
  const file = join(filesDir, "workspaces", workspaceId, "files", fileOf(key));
  return (await readFile(file, "utf8").catch(() => "")).split("\n").filter((line) => line !== "");
};

const statusOf = ({ caller }: World, { path }: Accepted) => caller.call<SessionAnswer>("GET", path);

async function untilIdle(world: World, session: Accepted): Promise<readonly SessionEvent[]> {
  await until(async () => ((await statusOf(world, session)).status === "idle" ? true : undefined));
  const headers = { accept: "application/json" };
  const events = await until(async () => {
    const response = await world.caller.once(`${session.path}/events?limit=500`, { headers });
    return (await response.json()) as readonly SessionEvent[];
  });
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.filter(({ type }) => type === "turn.ended")).toMatchObject([
    { turn: { stop_reason: "end_turn" } },
  ]);
  return events;
}

/** The first instance, which is killed, and the second, which takes over. */
async function pair(world: World): Promise<readonly [InstanceProcess, InstanceProcess]> {
  const [first, second] = world.instances;
  if (first === undefined || second === undefined) throw new Error("There are no two instances.");
  await first.startSurely();
  return [first, second];
}

describe("an instance that is killed (SIGKILL)", { timeout: 120_000 }, () => {
  it("between a tool's start and its result leaves an unknown outcome, and the tool is not run again", async () => {
    const command = (key: string, step: number) =>
      [`echo begun >> ${fileOf(key)}; sleep 3`, `echo after >> ${fileOf(key)}`][step - 1] ?? null;
    await using world = await chaosWorld({ script: { command }, instances: 2 });
    const [first, second] = await pair(world);
    const session = await handOver(world.caller, await makeWorkspace(world.caller, "one"), "slow");
    await until(async () => ((await linesOf(world, session)).length > 0 ? true : undefined));
    await first.kill();
    await second.startSurely();
    const events = await untilIdle(world, session);
    expect(await linesOf(world, session)).toEqual(["begun", "after"]);
    expect(JSON.stringify(events)).toContain("outcome");
  });

  it("between the 202 and the first step loses nothing", async () => {
    await using world = await chaosWorld({
      script: { command: linesInFiles, delayMs: 400 },
      instances: 2,
    });
    const [first, second] = await pair(world);
    const session = await handOver(world.caller, await makeWorkspace(world.caller, "one"), "early");
    await first.kill();
    expect(await linesOf(world, session)).toEqual([]);
    await second.startSurely();
    await untilIdle(world, session);
    expect(await linesOf(world, session)).toEqual(ALL_LINES);
  });

  it("in a migration leaves nothing of it, and three that start at once do it once", async () => {
    await using world = await chaosWorld({ script: { command: linesInFiles } });
    const [first] = world.instances;
    if (first === undefined) throw new Error("There is no instance.");
    const { database } = world;
    const client = await database.connect();
    // A table of the same name that is not committed: the migration stands still in the middle.
    await client.query("create schema workspace_agent");
    await client.query("begin; create table workspace_agent.library_items (id int)");
    const starting = first.start();
    await until(async () => {
      const waiting = await database.query(
        "select 1 from pg_stat_activity where application_name = 'workspace-agent' and wait_event_type = 'Lock'",
      );
      return waiting.rowCount === 0 ? undefined : true;
    });
    await first.kill();
    expect(await starting).toBe(false);
    await client.query("rollback");
    client.release();
    const tables = "select table_name from information_schema.tables where table_schema = 'workspace_agent'";
    await until(async () => ((await database.query(tables)).rowCount === 0 ? true : undefined));
    await Promise.all(world.instances.map((instance) => instance.startSurely(1)));
    const session = await handOver(world.caller, await makeWorkspace(world.caller, "one"), "migrated");
    await untilIdle(world, session);
    expect(await linesOf(world, session)).toEqual(ALL_LINES);
  });

  it.each([true, false])(
    "in a bulk load (atomic: %s) leaves what it told of, and a repeat completes it",
    async (atomic) => {
      const COUNT = 4_000;
      await using world = await chaosWorld({ script: { command: linesInFiles }, instances: 2 });
      const [first, second] = await pair(world);
      const lineAt = (index: number) =>
        `${JSON.stringify({ name: `prompt-${index}`, content: `Prompt ${index}.` })}\n`;
      const lines = Array.from({ length: COUNT }, (_, index) => lineAt(index));
      const path = `/api/prompts/bulk?atomic=${atomic}`;
      const headers = { "content-type": "application/x-ndjson", accept: "application/x-ndjson" };
      const half = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(lines.slice(0, COUNT / 2).join("")));
        },
      });
      let told = 0;
      const loading = fetch(first.base + path, {
        method: "POST",
        headers,
        body: half,
        duplex: "half",
      } as RequestInit).then(async ({ body }) => {
        for await (const bytes of body ?? [])
          told += (new TextDecoder().decode(bytes).match(/"created"/g) ?? []).length;
      });
      loading.catch(() => undefined);
      await pause(1_500);
      await first.kill();
      await loading.catch(() => undefined);
      await second.startSurely();
      const count = async () => {
        const { rows } = await world.database.query<{ count: string }>(
          "select count(*) from workspace_agent.library_items",
        );
        return Number(rows[0]?.count);
      };
      const kept = await count();
      if (atomic) expect(kept).toBe(0);
      else expect(kept).toBeGreaterThanOrEqual(told);
      const again = await fetch(second.base + path, { method: "POST", headers, body: lines.join("") });
      const summary = (await again.text()).trim().split("\n").at(-1) ?? "";
      expect(JSON.parse(summary)).toMatchObject({
        summary: { created: COUNT - kept, unchanged: kept, errors: 0 },
      });
      expect(await count()).toBe(COUNT);
    },
  );

  it("while it sends a webhook has another send the same again, and later ones are sent once", async () => {
    const told: IncomingHttpHeaders[] = [];
    const endpoint = createServer((request, response) => {
      request.resume();
      told.push(request.headers);
      // The first is never answered.
      if (told.length > 1) response.end();
    }).listen(0, "127.0.0.1");
    await once(endpoint, "listening");
    try {
      await using world = await chaosWorld({ script: { command: linesInFiles }, instances: 2 });
      const [first, second] = await pair(world);
      const { caller } = world;
      const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`;
      const { id } = await caller.call<{ id: string }>("POST", "/api/webhooks", {
        url,
        events: ["turn.ended"],
      });
      const workspace = await makeWorkspace(caller, "one");
      await untilIdle(world, await handOver(caller, workspace, "told"));
      await until(async () => (told.length === 1 ? true : undefined));
      await first.kill();
      await second.startSurely();
      await untilIdle(world, await handOver(caller, workspace, "later"));
      // What the dead one had taken is free again after a minute.
      await until(async () => (told.length === 3 ? true : undefined), 90);
      const path = `/api/webhooks/${id}/deliveries`;
      await until(async () => {
        const all = await caller.call<readonly { status: string }[]>("GET", path);
        return all.length === 2 && all.every(({ status }) => status === "delivered") ? true : undefined;
      });
      const [lost, later, again] = told.map((headers) => headers["webhook-id"]);
      expect(again).toBe(lost);
      expect(later).not.toBe(lost);
      expect(told).toHaveLength(3);
    } finally {
      endpoint.closeAllConnections();
      endpoint.close();
    }
  }, 180_000);

  it("while a request is open loses neither the request nor its answer", async () => {
    await using world = await chaosWorld({ script: { command: linesInFiles }, instances: 2 });
    const [first, second] = await pair(world);
    const { caller } = world;
    const { id } = await caller.call<{ id: string }>("POST", "/api/workspaces", {
      name: "asking",
      config: { permissions: { bash: [{ pattern: "*step 2*", action: "ask" }] } },
    });
    const session = await handOver(caller, id, "asked");
    const asked = await until(async () => {
      const { status, pending_requests } = await statusOf(world, session);
      return status === "waiting" ? pending_requests[0] : undefined;
    });
    await first.kill();
    await second.startSurely();
    const { pending_requests } = await statusOf(world, session);
    expect(pending_requests.map((request) => request.id)).toEqual([asked.id]);
    await caller.call("POST", `${session.path}/requests/${asked.id}`, { decision: "allow" });
    await untilIdle(world, session);
    expect(await linesOf(world, session)).toEqual(ALL_LINES);
  });
});
