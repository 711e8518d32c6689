import { describe, expect, it } from "vitest";
import { heldModel } from "../batches/batches.test-support.ts";
import { admin, until } from "../test-host.test-support.ts";
import { downFor, scheduleHost, timeAt } from "./schedules.test-support.ts";

const turn = { message: "Tidy up." };

describe("a schedule", () => {
  it("starts a turn in a new session at each of its times, as whoever made it", async () => {
    await using host = await scheduleHost();
    const { id, next_runs_at } = await host.create({
      turn: { message: "Tidy up.", metadata: { job: "tidy" } },
    });
    expect(next_runs_at).toEqual([2, 4, 6, 8, 10].map(timeAt));
    await host.minutes(5);
    expect(await host.history(id)).toEqual(["2 schedule started completed", "4 schedule started completed"]);
    const [first, second] = await host.runs(id);
    expect(first?.session_id).not.toBe(second?.session_id);
    const turn = await host.service.sessions.turn(
      admin,
      host.workspaceId,
      second?.session_id ?? "",
      second?.turn_id ?? "",
    );
    expect(turn).toMatchObject({ source: "schedule", by: { id: "admin" }, metadata: { job: "tidy" } });
    expect(await host.get(id)).toMatchObject({
      last_run: { id: second?.id, turn_status: "completed" },
      next_runs_at: [6, 8, 10, 12, 14].map(timeAt),
    });
  });

  it("is made once for an idempotency key", async () => {
    await using host = await scheduleHost();
    const input = { name: "a", cron: "*/10 * * * *", turn };
    const options = { idempotencyKey: "k" };
    const first = await host.service.schedules.create(admin, host.workspaceId, input, options);
    expect(await host.service.schedules.create(admin, host.workspaceId, input, options)).toEqual(first);
    expect((await host.service.schedules.list(admin, host.workspaceId)).items).toEqual([first.item]);
  });

  it("is changed by whoever has read its version", async () => {
    await using host = await scheduleHost();
    const { id } = await host.create();
    const { schedules } = host.service;
    const { etag } = await schedules.get(admin, host.workspaceId, id);
    const ifMatch = { ifMatch: etag };
    const changed = await schedules.update(admin, host.workspaceId, id, { name: "b" }, ifMatch);
    expect(changed.item.name).toBe("b");
    expect(changed.etag).not.toBe(etag);
    for (const late of [
      () => schedules.update(admin, host.workspaceId, id, { name: "c" }, ifMatch),
      () => schedules.delete(admin, host.workspaceId, id, ifMatch),
    ])
      await expect(late()).rejects.toMatchObject({ code: "precondition_failed" });
    await schedules.delete(admin, host.workspaceId, id, { ifMatch: changed.etag });
    await expect(schedules.get(admin, host.workspaceId, id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("shows its runs page by page, newest first", async () => {
    await using host = await scheduleHost();
    const { id } = await host.create({ cron: "* * * * *" });
    await host.minutes(3);
    const first = await host.service.schedules.runs(admin, host.workspaceId, id, { limit: 2 });
    expect(first.items.map((run) => run.scheduled_at)).toEqual([timeAt(3), timeAt(2)]);
    const rest = await host.service.schedules.runs(admin, host.workspaceId, id, {
      limit: 2,
      cursor: first.next ?? "",
    });
    expect(rest.items.map((run) => run.scheduled_at)).toEqual([timeAt(1)]);
    expect(rest.next).toBeNull();
  });
});

describe("a time that comes while an earlier run is under way", () => {
  it("is queued: each follows the one before, none is late", async () => {
    const model = heldModel();
    await using host = await scheduleHost(model.script);
    const { id } = await host.create({ overlap: "queue", catch_up: "none" });
    await host.minutes(7);
    expect(await host.history(id)).toEqual(["2 schedule started running"]);
    await expect(host.service.schedules.run(admin, host.workspaceId, id)).rejects.toMatchObject({
      code: "session_busy",
    });
    for (const count of [2, 3]) {
      model.release();
      await until(async () => {
        await host.clock.advance(1_000);
        return (await host.runs(id)).length === count && model.count() === 1;
      });
    }
    expect(await host.history(id)).toEqual([
      "2 schedule started completed",
      "4 schedule started completed",
      "6 schedule started running",
    ]);
    model.release();
  });

  it("interrupts it", async () => {
    const model = heldModel();
    await using host = await scheduleHost(model.script);
    const { id } = await host.create({ overlap: "interrupt" });
    await host.minutes(3);
    await until(() => model.count() === 1);
    await host.minutes(2);
    await until(async () => (await host.runs(id))[0]?.turn_status === "interrupted");
    expect(await host.history(id)).toEqual(["2 schedule started interrupted", "4 schedule started running"]);
    model.release();
  });
});

it("times that pass while no instance runs are all caught up, as far as the window reaches", async () => {
  expect(await downFor(35, "all", 1_200)).toEqual([
    "10 schedule missed",
    "20 catch_up started completed",
    "30 catch_up started completed",
  ]);
});

it("webhooks tell of each run", async () => {
  const sent: { type: string; data: object }[] = [];
  const fetch = async (_: string, { body }: { readonly body: string }) => {
    sent.push(JSON.parse(body) as { type: string; data: object });
    return new Response(null, { status: 204 });
  };
  await using host = await scheduleHost(undefined, { webhooks: { fetch } });
  await host.service.webhooks.create(admin, { url: "https://hooks.test/", events: ["schedule.run"] });
  const { id } = await host.create();
  await host.minutes(3);
  const [run] = await host.runs(id);
  expect(sent).toEqual([
    {
      type: "schedule.run",
      timestamp: timeAt(2),
      data: { workspace_id: host.workspaceId, run: { ...run, turn_status: "queued" } },
    },
  ]);
});

it("a workspace takes its schedules with it", async () => {
  await using host = await scheduleHost();
  const { id } = await host.create();
  await host.service.workspaces.delete(admin, host.workspaceId);
  expect(await host.store.schedules.get("default", host.workspaceId, id)).toBeNull();
  expect(await host.store.schedules.dueIn()).toBeNull();
});
