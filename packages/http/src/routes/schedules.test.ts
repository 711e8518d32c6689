import { describe, expect, test } from "vitest";
import { nextPage, testApi, type TestApi } from "../test-api.test-support.ts";
import { until } from "../until.test-support.ts";

const cron = "*/2 * * * *";
const turn = { message: "Tidy up." };

interface Made {
  readonly path: string;
  readonly etag: string;
}

async function made(api: TestApi, input: object = {}): Promise<Made> {
  const { id } = await api.createWorkspace();
  const all = `/api/workspaces/${id}/schedules`;
  const answer = await api.call("POST", all, { json: { name: "tidy", cron, turn, ...input } });
  expect(answer.status).toBe(201);
  return { path: answer.headers.get("location") ?? "", etag: answer.headers.get("etag") ?? "" };
}

describe("schedules", () => {
  test("are made, read, changed, paused, resumed and deleted", async () => {
    await using api = await testApi();
    const { path, etag } = await made(api);
    const read = await api.call("GET", path);
    expect(read.json).toMatchObject({
      name: "tidy",
      enabled: true,
      cron,
      timezone: "UTC",
      at: null,
      turn,
      session: "new",
      overlap: "skip",
      catch_up: "latest",
      catch_up_window_seconds: 3600,
      ends_at: null,
      max_runs: null,
      pause_after_failures: 5,
      last_run: null,
      paused_reason: null,
    });
    expect(read.as<{ next_runs_at: string[] }>().next_runs_at).toHaveLength(5);
    expect(read.headers.get("etag")).toBe(etag);
    const headers = { "if-match": etag };
    const changed = await api.call("PATCH", path, { headers, json: { name: "clean" } });
    expect(changed).toMatchObject({ status: 200, json: { name: "clean" } });
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const late = await api.call(method, path, { headers, ...(method === "PATCH" && { json: {} }) });
      expect([late.status, late.as().code]).toEqual([412, "precondition_failed"]);
    }
    const never = await api.call("DELETE", path, { headers: { "if-none-match": "*" } });
    expect(never.status).toBe(412);
    expect((await api.call("POST", `${path}/pause`)).json).toMatchObject({ paused_reason: "manual" });
    expect((await api.call("POST", `${path}/resume`)).json).toMatchObject({ enabled: true });
    expect((await api.call("GET", path.replace(/\/sch_.*/, ""))).json).toMatchObject([{ name: "clean" }]);
    expect((await api.call("DELETE", path)).status).toBe(204);
    expect((await api.call("GET", path)).json).toMatchObject({ code: "not_found" });
  });

  test("are run now once for a key, and have runs that are read page by page", async () => {
    await using api = await testApi();
    const { path } = await made(api);
    const headers = { "idempotency-key": "now" };
    const run = await api.call("POST", `${path}/run`, { headers });
    expect(run).toMatchObject({ status: 202, json: { trigger: "manual", outcome: "started" } });
    const again = await api.call("POST", `${path}/run`, { headers });
    expect(again.json).toEqual(run.json);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const other = await api.call("POST", `${path}/run`, {
      headers,
      json: { turn: { message: "Only look." } },
    });
    expect(other).toMatchObject({ status: 400, json: { errors: [{ pointer: "#/turn" }] } });
    await until(async () => {
      await api.clock.advance(60_000);
      return (await api.call("GET", `${path}/runs`)).as<unknown[]>().length >= 2;
    });
    const page = await api.call("GET", `${path}/runs?limit=1`);
    expect(page.json).toMatchObject([{ trigger: "schedule" }]);
    expect((await api.call("GET", nextPage(page) ?? "")).json).toMatchObject([{ trigger: "manual" }]);
  });

  test("are previewed", async () => {
    await using api = await testApi();
    const preview = await api.call("POST", "/api/schedules/preview", { json: { cron, count: 2 } });
    expect(preview).toMatchObject({ status: 200, json: { warnings: [] } });
    expect(preview.as<{ times: string[] }>().times).toHaveLength(2);
    const wrong = await api.call("POST", "/api/schedules/preview", { json: { cron: "x x x x x" } });
    expect(wrong).toMatchObject({ status: 400, json: { errors: [{ pointer: "#/cron" }] } });
  });

  test("are refused by a host without them", async () => {
    await using api = await testApi({ service: { cronTimes: undefined } as object });
    const { id } = await api.createWorkspace();
    const refused = await api.call("GET", `/api/workspaces/${id}/schedules`);
    expect(refused).toMatchObject({
      status: 403,
      json: { code: "not_allowed", detail: "This host runs no schedules." },
    });
  });

  test("need the scope chat", async () => {
    await using api = await testApi();
    const { path } = await made(api);
    const token = await api.createToken({ scopes: ["workspaces:read", "workspaces:write"] });
    expect((await api.call("GET", path, { token })).json).toMatchObject({ code: "insufficient_scope" });
  });
});
