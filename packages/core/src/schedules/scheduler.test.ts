import { simpleSchemas } from "../agent/output/output.test-support.ts";
import { describe, expect, it } from "vitest";
import type { UpdateScheduleInput } from "../domain/schedules/schedule.ts";
import { ModelError } from "../ports/model.ts";
import { heldModel } from "../batches/batches.test-support.ts";
import { admin, eventLoopTurns, until } from "../test-host.test-support.ts";
import { downFor, scheduleHost, timeAt } from "./schedules.test-support.ts";

describe("a schedule", () => {
  it("has the output that its turn requires", async () => {
    const submit = { toolCalls: [{ name: "submit_output", arguments: { sum: 3 } }] };
    await using host = await scheduleHost([submit], { outputSchemas: simpleSchemas });
    const schema = { type: "object", properties: { sum: { type: "number" } } };
    const { id } = await host.create({ turn: { message: "Add.", output: { schema } } });
    await host.minutes(2);
    const [run] = await host.runs(id);
    const { session_id, turn_id } = run ?? {};
    const turn = await host.service.sessions.turn(admin, host.workspaceId, session_id ?? "", turn_id ?? "");
    expect(turn).toMatchObject({ status: "completed", output: { sum: 3 }, output_attempts: 1 });
  });

  it("with one time runs once and ends", async () => {
    await using host = await scheduleHost();
    const { id } = await host.create({ at: timeAt(1) });
    await host.minutes(4);
    expect(await host.history(id)).toEqual(["1 schedule started completed"]);
    expect(await host.get(id)).toMatchObject({ enabled: false, paused_reason: "ended", next_runs_at: [] });
  });

  it("ends after its number of runs, and at its end", async () => {
    await using host = await scheduleHost();
    const counted = await host.create({ max_runs: 2 });
    const bounded = await host.create({ ends_at: timeAt(4) });
    expect(counted.next_runs_at).toEqual([2, 4].map(timeAt));
    expect(bounded.next_runs_at).toEqual([2, 4].map(timeAt));
    await host.minutes(7);
    for (const { id } of [counted, bounded]) {
      expect(await host.history(id)).toHaveLength(2);
      expect((await host.get(id)).paused_reason).toBe("ended");
    }
  });

  it("gives its turns to the session that it names", async () => {
    await using host = await scheduleHost();
    const { session_id } = await host.service.chat.send(admin, host.workspaceId, { message: "Begin." });
    const { id } = await host.create({ session: session_id });
    await host.minutes(5);
    expect((await host.runs(id)).map((run) => run.session_id)).toEqual([session_id, session_id]);
  });

  it("runs while it is paused only when somebody asks, and then continues from now", async () => {
    await using host = await scheduleHost();
    const { id } = await host.create();
    await host.service.schedules.pause(admin, host.workspaceId, id);
    await host.minutes(5);
    expect(await host.get(id)).toMatchObject({ paused_reason: "manual", next_runs_at: [] });
    const options = { idempotencyKey: "once" };
    const asked = await host.service.schedules.run(admin, host.workspaceId, id, options);
    expect(await host.service.schedules.run(admin, host.workspaceId, id, options)).toEqual(asked);
    await host.service.schedules.resume(admin, host.workspaceId, id);
    await host.minutes(2);
    expect(await host.history(id)).toEqual(["5 manual started completed", "6 schedule started completed"]);
  });
});

describe("a time that comes while an earlier run is under way", () => {
  it("is skipped", async () => {
    const model = heldModel();
    await using host = await scheduleHost(model.script);
    const { id } = await host.create({ overlap: "skip" });
    await host.minutes(5);
    expect(await host.history(id)).toEqual(["2 schedule started running", "4 schedule skipped_overlap"]);
    expect((await host.service.schedules.run(admin, host.workspaceId, id)).outcome).toBe("skipped_overlap");
    model.release();
    await until(async () => (await host.runs(id))[0]?.turn_status === "completed");
    await host.minutes(2);
    expect((await host.history(id)).at(-1)).toBe("6 schedule started running");
    model.release();
  });

  it("has a run too where a pause ends its wait", async () => {
    const model = heldModel();
    await using host = await scheduleHost(model.script);
    const { id } = await host.create({ overlap: "queue" });
    await host.minutes(7);
    await host.service.schedules.pause(admin, host.workspaceId, id);
    expect(await host.history(id)).toEqual([
      "2 schedule started running",
      "4 schedule missed",
      "6 schedule missed",
    ]);
    model.release();
  });

  it.each<UpdateScheduleInput>([
    { cron: "*/2 * * * *", timezone: "UTC" },
    { max_runs: 9, ends_at: timeAt(90) },
  ])("waits on through a change that leaves it the times: %j", async (change) => {
    const model = heldModel();
    await using host = await scheduleHost(model.script);
    const { id } = await host.create({ overlap: "queue" });
    await host.minutes(5);
    await host.service.schedules.update(admin, host.workspaceId, id, change);
    expect(await host.history(id)).toEqual(["2 schedule started running"]);
    model.release();
    await until(async () => (await host.runs(id))[0]?.turn_status === "completed");
    await host.minutes(0.5);
    expect((await host.history(id)).at(-1)).toBe("4 schedule started running");
    model.release();
  });

  it("ends its wait as missed where a change gives other times", async () => {
    const model = heldModel();
    await using host = await scheduleHost(model.script);
    const { id } = await host.create({ overlap: "queue" });
    await host.minutes(5);
    await host.service.schedules.update(admin, host.workspaceId, id, { cron: "*/3 * * * *" });
    expect(await host.history(id)).toEqual(["2 schedule started running", "4 schedule missed"]);
    model.release();
  });

  it("is queued in the session that the schedule names", async () => {
    const model = heldModel();
    await using host = await scheduleHost(model.script);
    const { session_id } = await host.service.chat.send(admin, host.workspaceId, { message: "Begin." });
    const { id } = await host.create({ overlap: "queue", session: session_id });
    await host.minutes(5);
    expect(await host.history(id)).toEqual(["2 schedule started queued", "4 schedule started queued"]);
    model.release();
  });

  it("runs beside it", async () => {
    const model = heldModel();
    await using host = await scheduleHost(model.script);
    const { id } = await host.create({ overlap: "parallel" });
    await host.minutes(5);
    expect(await host.history(id)).toEqual(["2 schedule started running", "4 schedule started running"]);
    model.release();
  });
});

describe("times that pass while no instance runs", () => {
  it("are missed, with a run that says so", async () => {
    expect(await downFor(35, "none")).toEqual([
      "10 schedule missed",
      "20 schedule missed",
      "30 schedule missed",
    ]);
  });

  it("are caught up by the latest of them", async () => {
    expect(await downFor(35, "latest")).toEqual([
      "10 schedule missed",
      "20 schedule missed",
      "30 catch_up started completed",
    ]);
  });

  it("are still on time within a minute", async () => {
    expect(await downFor(10.5, "none")).toEqual(["10 schedule started completed"]);
  });

  it("have a run each, also after many days", async () => {
    const history = await downFor(10 * 250, "latest");
    expect(history).toHaveLength(250);
    expect(history.filter((run) => run.endsWith("schedule missed"))).toHaveLength(249);
  });
});

describe("a schedule pauses", () => {
  it("after so many failed turns in a row, and begins to count again when it is resumed", async () => {
    let fails = true;
    const refused = new ModelError("auth", "no", { retryable: false });
    await using host = await scheduleHost(() => (fails ? { text: "x", fail: refused } : { text: "done" }));
    const { id } = await host.create({ pause_after_failures: 2 });
    await host.minutes(7);
    expect(await host.history(id)).toEqual(["2 schedule started failed", "4 schedule started failed"]);
    expect(await host.get(id)).toMatchObject({ enabled: false, paused_reason: "failures" });
    fails = false;
    await host.service.schedules.resume(admin, host.workspaceId, id);
    await host.minutes(5);
    expect((await host.get(id)).paused_reason).toBeNull();
  });

  it("after so many failed turns in a row, whatever times it gets between them", async () => {
    const refused = new ModelError("auth", "no", { retryable: false });
    await using host = await scheduleHost(() => ({ text: "x", fail: refused }));
    const { id } = await host.create({ pause_after_failures: 3 });
    for (const cron of ["*/2 * * * *", "*/1 * * * *"]) {
      await host.minutes(2.5);
      await host.service.schedules.update(admin, host.workspaceId, id, { cron });
    }
    await host.minutes(2);
    expect(await host.get(id)).toMatchObject({ enabled: false, paused_reason: "failures" });
  });

  it("after so many refused turns, each with a run that says why", async () => {
    await using host = await scheduleHost();
    const { session_id } = await host.service.chat.send(admin, host.workspaceId, { message: "Begin." });
    const { id } = await host.create({ session: session_id, pause_after_failures: 2 });
    await eventLoopTurns();
    await host.service.sessions.delete(admin, host.workspaceId, session_id);
    await host.minutes(9);
    expect(await host.history(id)).toEqual(["2 schedule failed", "4 schedule failed"]);
    expect((await host.runs(id))[0]?.problem).toMatchObject({ code: "not_found" });
    expect((await host.get(id)).paused_reason).toBe("failures");
  });

  it("when the token of whoever made it is revoked, until somebody else takes it over", async () => {
    await using host = await scheduleHost();
    const { id: tokenId, token } = await host.service.tokens.create(admin, { name: "ci" });
    const principal = await host.service.tokens.authenticate(token);
    const { id, created_by } = await host.create({}, principal);
    expect(created_by).toEqual({ kind: "token", id: tokenId, name: "ci" });
    await host.minutes(3);
    await host.service.tokens.revoke(admin, tokenId);
    await host.minutes(2);
    expect(await host.history(id)).toEqual(["2 schedule started completed", "4 schedule failed"]);
    expect((await host.runs(id))[1]?.problem).toMatchObject({ code: "invalid_token" });
    expect(await host.get(id)).toMatchObject({ enabled: false, paused_reason: "principal" });
    const { schedules } = host.service;
    for (const call of [schedules.resume, schedules.run])
      await expect(call(admin, host.workspaceId, id)).rejects.toMatchObject({ code: "not_allowed" });
    const change = { turn: { message: "Mine." }, enabled: true };
    const { item } = await schedules.update(admin, host.workspaceId, id, change);
    expect(item).toMatchObject({ created_by: { id: "admin" }, paused_reason: null });
    await host.minutes(2);
    expect((await host.history(id)).at(-1)).toBe("6 schedule started completed");
  });

  it("when that token has expired", async () => {
    await using host = await scheduleHost();
    const created = await host.service.tokens.create(admin, { name: "ci", expires_at: timeAt(3) });
    const { id } = await host.create({}, await host.service.tokens.authenticate(created.token));
    await host.minutes(5);
    expect(await host.history(id)).toEqual(["2 schedule started completed", "4 schedule failed"]);
    expect((await host.get(id)).paused_reason).toBe("principal");
  });
});
