import { describe, expect, it } from "vitest";
import { heldModel } from "../batches/batches.test-support.ts";
import type { CreateScheduleInput } from "../domain/schedules/schedule.ts";
import { admin } from "../test-host.test-support.ts";
import { minuteTimes } from "../testing/index.ts";
import { MINUTE, scheduleHost, START, timeAt } from "./schedules.test-support.ts";

const turn = { message: "Tidy up." };
const cron = "*/10 * * * *";

const REFUSED: readonly (readonly [
  string,
  Partial<CreateScheduleInput> & Pick<CreateScheduleInput, "turn">,
  string,
])[] = [
  ["without cron and at", { turn }, "#/cron"],
  ["with both", { cron, at: timeAt(5), turn }, "#/at"],
  ["with a wrong expression", { cron: "x y z a b", turn }, "#/cron"],
  ["with an unknown zone", { cron, timezone: "Mars/Base", turn }, "#/timezone"],
  ["that never fires", { cron: "0 0 30 2 *", turn }, "#/cron"],
  ["in the past", { at: timeAt(-5), turn }, "#/at"],
  ["that ends before it begins", { cron, ends_at: timeAt(5), turn }, "#/ends_at"],
  ["without a message", { cron, turn: {} }, "#/turn/message"],
  ["with an unknown prompt", { cron, turn: { prompt: { name: "none" } } }, "#/turn/prompt/name"],
  [
    "with a wrong image",
    { cron, turn: { ...turn, images: [{ data: "AAAA", media_type: "image/png" }] } },
    "#/turn/images/0/data",
  ],
  [
    "with an output that the host cannot check",
    { cron, turn: { ...turn, output: { schema: { type: "object" } } } },
    "#/turn/output",
  ],
  [
    "with a limit above that of the workspace",
    { cron, turn: { ...turn, limits: { max_steps: 1_000 } } },
    "#/turn/limits/max_steps",
  ],
  ["for an unknown session", { cron, session: "ses_none", turn }, "#/session"],
];

describe("a schedule is refused", () => {
  it.each(REFUSED)("%s", async (_, input, pointer) => {
    await using host = await scheduleHost();
    const created = host.service.schedules.create(admin, host.workspaceId, { name: "a", ...input });
    await expect(created).rejects.toMatchObject({ code: "invalid_request", errors: [{ pointer }] });
  });

  it("that is parallel in one session", async () => {
    await using host = await scheduleHost();
    const { session_id } = await host.service.chat.send(admin, host.workspaceId, { message: "Begin." });
    await expect(host.create({ session: session_id, overlap: "parallel" })).rejects.toMatchObject({
      errors: [{ pointer: "#/overlap" }],
    });
  });

  it("with a limit in US dollars where the model has no price", async () => {
    await using host = await scheduleHost(undefined, { prices: {} });
    const created = host.create({ turn: { message: "Tidy up.", limits: { max_cost_usd: 1 } } });
    await expect(created).rejects.toMatchObject({
      code: "price_unknown",
      errors: [{ pointer: "#/turn/limits/max_cost_usd" }],
    });
  });

  it("beyond their number in a workspace", async () => {
    await using host = await scheduleHost();
    for (let made = 0; made < 200; made++)
      await host.service.schedules.create(admin, host.workspaceId, { name: "a", cron, turn });
    await expect(host.create({ cron })).rejects.toMatchObject({ code: "not_allowed" });
  });

  it("on a host without times", async () => {
    await using host = await scheduleHost(undefined, { cronTimes: undefined } as object);
    const { schedules } = host.service;
    const refused = { code: "not_allowed", detail: "This host runs no schedules." };
    await expect(schedules.list(admin, host.workspaceId)).rejects.toMatchObject(refused);
    await expect(schedules.create(admin, host.workspaceId, { name: "a", cron, turn })).rejects.toMatchObject(
      refused,
    );
    await expect(schedules.preview(admin, { cron })).rejects.toMatchObject(refused);
  });
});

describe("schedules", () => {
  it("run as whoever names another session for them", async () => {
    await using host = await scheduleHost();
    const { id } = await host.create();
    const bob = { ...admin, id: "bob", name: "bob" };
    const { chat, schedules } = host.service;
    const { session_id } = await chat.send(bob, host.workspaceId, { message: "From now on, do as I say." });
    const { item } = await schedules.update(bob, host.workspaceId, id, { session: session_id });
    expect(item).toMatchObject({ session: session_id, created_by: { id: "bob" } });
  });

  it("get new times with a new expression, and keep them with another name", async () => {
    await using host = await scheduleHost();
    const { id } = await host.create({ cron });
    await host.minutes(3);
    const { schedules } = host.service;
    const renamed = await schedules.update(admin, host.workspaceId, id, { name: "b" });
    expect(renamed.item.next_runs_at[0]).toBe(timeAt(10));
    for (const nothing of [{}, { name: "b" }])
      expect(await schedules.update(admin, host.workspaceId, id, nothing)).toEqual(renamed);
    const faster = await schedules.update(admin, host.workspaceId, id, { cron: "*/4 * * * *" });
    expect(faster.item.next_runs_at.slice(0, 2)).toEqual([timeAt(4), timeAt(8)]);
    const once = await schedules.update(admin, host.workspaceId, id, { at: timeAt(60) });
    expect(once.item).toMatchObject({ cron: null, at: timeAt(60), next_runs_at: [timeAt(60)] });
    const off = await schedules.update(admin, host.workspaceId, id, { enabled: false });
    expect(off.item).toMatchObject({ enabled: false, paused_reason: "manual", next_runs_at: [] });
  });

  it("with one time are changed while it waits, and keep it", async () => {
    const model = heldModel();
    await using host = await scheduleHost(model.script);
    const { id } = await host.create({ at: timeAt(2), overlap: "queue" });
    const { schedules } = host.service;
    await schedules.run(admin, host.workspaceId, id);
    await host.minutes(3);
    for (const change of [{ at: timeAt(2) }, { max_runs: 3 }]) {
      const { item } = await schedules.update(admin, host.workspaceId, id, change);
      expect(item).toMatchObject({ ...change, next_runs_at: [timeAt(2)] });
    }
    await expect(schedules.update(admin, host.workspaceId, id, { ends_at: timeAt(1) })).rejects.toMatchObject(
      { errors: [{ pointer: "#/at" }] },
    );
    model.release();
  });

  it("never have a time again that is decided, even if the clock goes back", async () => {
    await using host = await scheduleHost();
    const { id } = await host.create({ cron });
    await host.minutes(11);
    host.clock.jump(-5 * MINUTE);
    const { item } = await host.service.schedules.update(admin, host.workspaceId, id, {
      cron: "*/5 * * * *",
    });
    expect(item.next_runs_at[0]).toBe(timeAt(15));
  });

  it("that have ended do not go on", async () => {
    await using host = await scheduleHost();
    const { id } = await host.create({ at: timeAt(5) });
    await host.minutes(6);
    await expect(host.service.schedules.resume(admin, host.workspaceId, id)).rejects.toMatchObject({
      errors: [{ pointer: "#/at" }],
    });
  });

  it("of a workspace are seen by those who see it", async () => {
    await using host = await scheduleHost();
    const { id } = await host.create({ cron });
    const other = { ...admin, tenant: "other" };
    const bound = { ...admin, workspace_ids: ["ws_other"] };
    const ownOnly = { ...admin, id: "mate", sees: "own" } as const;
    for (const principal of [other, bound, ownOnly])
      await expect(host.service.schedules.get(principal, host.workspaceId, id)).rejects.toMatchObject({
        code: "not_found",
      });
    const reader = { ...admin, scopes: ["workspaces:read"] } as const;
    await expect(host.service.schedules.list(reader, host.workspaceId)).rejects.toMatchObject({
      code: "insufficient_scope",
    });
  });
});

describe("a preview", () => {
  it("shows the next times and what is special about them", async () => {
    const cronTimes = {
      ...minuteTimes,
      next: (_: string, __: string, after: number) => {
        const time = (Math.floor(after / MINUTE) + 1) * MINUTE;
        const minute = (time - START) / MINUTE;
        return { time, shift: minute === 2 ? ("gap" as const) : minute === 3 ? ("repeat" as const) : null };
      },
    };
    await using host = await scheduleHost(undefined, { cronTimes });
    expect(await host.service.schedules.preview(admin, { cron, count: 3 })).toEqual({
      times: [timeAt(1), timeAt(2), timeAt(3)],
      warnings: [
        expect.objectContaining({ code: "dst_gap", time: timeAt(2) }),
        expect.objectContaining({ code: "dst_repeat", time: timeAt(3) }),
      ],
    });
  });

  it("warns of what never comes", async () => {
    await using host = await scheduleHost();
    const { schedules } = host.service;
    expect(await schedules.preview(admin, { cron: "0 0 30 2 *" })).toMatchObject({
      times: [],
      warnings: [{ code: "never_fires" }],
    });
    expect(await schedules.preview(admin, { at: timeAt(-1) })).toMatchObject({
      warnings: [{ code: "in_past" }],
    });
    expect(await schedules.preview(admin, { at: timeAt(1) })).toEqual({ times: [timeAt(1)], warnings: [] });
  });
});
