import { describe, expect, it } from "vitest";
import { until } from "../until.test-support.ts";
import { pair, statusOf, untilIdle } from "./moments.test-support.ts";
import { ALL_LINES, fileOf, handOver, linesInFiles, makeWorkspace } from "./sessions.ts";
import { chaosWorld, linesOf } from "./world.ts";

describe("an instance that is killed (SIGKILL)", () => {
  it("between a tool's start and its result leaves an unknown outcome, and the tool is not run again", async () => {
    const command = (key: string, step: number) =>
      [`echo begun >> ${fileOf(key)}; sleep 3`, `echo after >> ${fileOf(key)}`][step - 1] ?? null;
    await using world = await chaosWorld({ script: { command }, instances: 2 });
    const [first, second] = await pair(world);
    const session = await handOver(world.caller, await makeWorkspace(world.caller, "one"), "slow");
    await until(async () => (await linesOf(world, session)).length > 0);
    await first.kill();
    await second.startSurely();
    const events = await untilIdle(world, session);
    expect(await linesOf(world, session)).toEqual(["begun", "after"]);
    expect(JSON.stringify(events)).toContain("outcome");
  });

  it("between the 202 and the first step loses nothing", async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<undefined>();
    await using world = await chaosWorld({ script: { command: linesInFiles, opened }, instances: 2 });
    const [first, second] = await pair(world);
    const session = await handOver(world.caller, await makeWorkspace(world.caller, "one"), "early");
    await first.kill();
    open(undefined);
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
        "select 1 from pg_stat_activity where datname = current_database() and application_name = 'workspace-agent' and wait_event_type = 'Lock'",
      );
      return waiting.rowCount !== 0;
    });
    await first.kill();
    expect(await starting).toBe(false);
    await client.query("rollback");
    client.release();
    const tables = "select table_name from information_schema.tables where table_schema = 'workspace_agent'";
    await until(async () => (await database.query(tables)).rowCount === 0);
    await Promise.all(world.instances.map((instance) => instance.startSurely(1)));
    const session = await handOver(world.caller, await makeWorkspace(world.caller, "one"), "migrated");
    await untilIdle(world, session);
    expect(await linesOf(world, session)).toEqual(ALL_LINES);
  });

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
