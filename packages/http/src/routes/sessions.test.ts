import type { Message, Session, Turn } from "@workspace-agent/core";
import type { ModelScript } from "@workspace-agent/core/testing";
import { describe, expect, test } from "vitest";
import { nextPage, testApi, type TestApi } from "../test-api.test-support.ts";
import { until } from "../until.test-support.ts";

const stalls: ModelScript = () => ({ text: "never", stall: true });

async function begin(api: TestApi, id: string) {
  const accepted = await api.chat(id, { mode: "async" });
  const { session_id, turn_id } = accepted.as();
  return { path: `/api/workspaces/${id}/sessions/${session_id}`, turn: turn_id };
}

async function untilRunning(api: TestApi, path: string): Promise<void> {
  await until(async () => (await api.call("GET", path)).as().status === "running");
}

describe("sessions", () => {
  test("are listed newest first, in pages", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const ids = [];
    for (let index = 0; index < 3; index++) ids.unshift((await api.chat(id)).as().session_id);
    const page = await api.call("GET", `/api/workspaces/${id}/sessions?limit=2`);
    expect(page.as<Session[]>().map((session) => session.id)).toEqual(ids.slice(0, 2));
    const next = nextPage(page) ?? "";
    expect((await api.call("GET", next)).as<Session[]>().map((session) => session.id)).toEqual(ids.slice(2));
  });

  test("are polled: wait holds the answer until the session is idle", async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await using api = await testApi({
      script: async () => {
        await released;
        return { text: "late" };
      },
    });
    const { id } = await api.createWorkspace();
    const { path, turn } = await begin(api, id);
    const polls = Promise.all([
      api.call("GET", `${path}?wait=60`),
      api.call("GET", `${path}/turns/${turn}?wait=0.5`),
    ]);
    expect((await api.call("GET", path)).as().status).toMatch(/queued|running/);
    expect((await api.call("GET", `${path}?wait=0`)).as().chat_status).toBe("agent");
    release();
    const [session, ended] = await polls;
    expect(session.json).toMatchObject({ status: "idle", last_turn: { id: turn, status: "completed" } });
    expect(ended.as().status).toMatch(/completed|running/);
  });

  test("tell how far their log goes", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const { session_id } = (await api.chat(id)).as();
    const path = `/api/workspaces/${id}/sessions/${session_id}`;
    const { last_seq } = (await api.call("GET", path)).as<Session>();
    const headers = { accept: "application/json" };
    const events = (await api.call("GET", `${path}/events?after=${last_seq - 1}`, { headers })).as<
      unknown[]
    >();
    expect(events).toMatchObject([{ type: "turn.ended", seq: last_seq }]);
  });

  test("wait no longer than they were asked to", async () => {
    await using api = await testApi({ script: stalls });
    const { id } = await api.createWorkspace();
    const { path } = await begin(api, id);
    const poll = api.call("GET", `${path}?wait=30`);
    const { value, seconds } = await api.passTime(poll);
    expect(value.as().status).toBe("running");
    expect(seconds).toBeGreaterThanOrEqual(30);
    for (const wait of ["61", "-1", "soon", ""]) {
      expect((await api.call("GET", `${path}?wait=${wait}`)).json).toMatchObject({ code: "invalid_request" });
    }
  });

  test("are interrupted once, with their history kept", async () => {
    await using api = await testApi({ script: stalls });
    const { id } = await api.createWorkspace();
    const { path, turn } = await begin(api, id);
    await untilRunning(api, path);
    expect((await api.call("POST", `${path}/interrupt`)).json).toEqual({ interrupted: true });
    expect((await api.call("GET", `${path}/turns/${turn}?wait=10`)).json).toMatchObject({
      status: "interrupted",
      stop_reason: "interrupted",
    });
    expect((await api.call("POST", `${path}/interrupt`)).json).toEqual({ interrupted: false });
    expect((await api.call("GET", path)).as().message_count).toBeGreaterThan(0);
  });

  test("are deleted while they run", async () => {
    await using api = await testApi({ script: stalls });
    const { id } = await api.createWorkspace();
    const { path } = await begin(api, id);
    await untilRunning(api, path);
    expect((await api.call("DELETE", path)).status).toBe(204);
    for (const part of ["", "/turns", "/events"])
      expect((await api.call("GET", path + part)).status).toBe(404);
  });

  test("and their turns belong to one workspace", async () => {
    await using api = await testApi();
    const [one, two] = [await api.createWorkspace("one"), await api.createWorkspace("two")];
    const { session_id, turn_id } = (await api.chat(one.id)).as();
    const other = (await api.chat(one.id)).as().session_id;
    const foreign = `/api/workspaces/${two.id}/sessions/${session_id}`;
    for (const [method, path] of [
      ["GET", foreign],
      ["DELETE", foreign],
      ["POST", `${foreign}/interrupt`],
      ["GET", `${foreign}/turns`],
      ["GET", `${foreign}/turns/${turn_id}`],
      ["GET", `${foreign}/events`],
      ["GET", `/api/workspaces/${two.id}/messages?session_id=${session_id}`],
      ["GET", `/api/workspaces/${two.id}/messages?session_id=${session_id}&limit=1`],
      ["GET", `/api/workspaces/${one.id}/sessions/${other}/turns/${turn_id}`],
      ["GET", `/api/workspaces/${one.id}/sessions/${session_id}/turns/turn_none`],
    ] as const) {
      expect((await api.call(method, path)).json).toMatchObject({ status: 404, code: "not_found" });
    }
    expect((await api.call("GET", `/api/workspaces/${one.id}/sessions/${session_id}`)).status).toBe(200);
  });

  test("have turns as resources of their own", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const first = (await api.chat(id, { message: "one" })).as();
    const second = (await api.chat(id, { message: "two", session_id: first.session_id })).as();
    const path = `/api/workspaces/${id}/sessions/${first.session_id}/turns`;
    const page = await api.call("GET", `${path}?limit=1`);
    expect(page.as<Turn[]>().map((turn) => turn.id)).toEqual([second.turn_id]);
    const next = nextPage(page) ?? "";
    expect((await api.call("GET", next)).json).toMatchObject([{ id: first.turn_id, status: "completed" }]);
  });
});

describe("messages", () => {
  test("are given whole without limit and after, the assistant's last", async () => {
    await using api = await testApi({
      script: (_, index) =>
        index < 250
          ? { toolCalls: [{ name: "bash", arguments: { command: `true # ${index}` } }] }
          : { text: "end" },
    });
    const { id } = await api.createWorkspace("long", { limits: { max_steps: 1000 } });
    const { session_id } = (await api.chat(id)).as();
    const answer = await api.call("GET", `/api/workspaces/${id}/messages?session_id=${session_id}`);
    const messages = answer.as<Message[]>();
    const { status, headers } = answer;
    expect([status, headers.get("content-type"), headers.get("link")]).toEqual([
      200,
      "application/json",
      null,
    ]);
    expect(messages).toHaveLength(1 + 2 * 250 + 1);
    expect(messages.at(-1)).toMatchObject({ role: "assistant", content: "end" });
    const seqs = messages.map(({ seq }) => seq);
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
  });

  test("are paged with either, and the pages are the whole", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const { session_id } = (await api.chat(id, { message: "1" })).as();
    await api.chat(id, { message: "2", session_id });
    const path = `/api/workspaces/${id}/messages?session_id=${session_id}`;
    const whole = (await api.call("GET", path)).as<Message[]>();
    const paged: Message[] = [];
    let next: string | undefined = `${path}&limit=1`;
    while (next !== undefined) {
      const page = await api.call("GET", next);
      expect(page.json).toHaveLength(1);
      paged.push(...page.as<Message[]>());
      next = nextPage(page);
    }
    expect(paged).toEqual(whole);
    expect((await api.call("GET", `${path}&after=${whole[1]?.seq ?? ""}`)).json).toEqual(whole.slice(2));
    expect((await api.call("GET", `${path}&after=0`)).json).toEqual(whole);
  });
});
