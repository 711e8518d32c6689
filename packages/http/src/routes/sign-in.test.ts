import { describe, expect, test } from "vitest";
import { readUntil } from "../sse-reader.test-support.ts";
import { PASSWORD, testApi, type Answered, type Asked, type TestApi } from "../test-api.test-support.ts";

const signIn = (api: TestApi, json: unknown, headers: Record<string, string> = {}) =>
  api.call("POST", "/api/auth/sign-in", { token: "", json, headers });

const cookieOf = ({ headers }: Answered) => headers.get("set-cookie")?.split(";")[0] ?? "";

describe("signing in", () => {
  test("with the password gives a cookie that scripts cannot read", async () => {
    await using api = await testApi();
    const answer = await signIn(api, { password: PASSWORD });
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(answer.headers.get("set-cookie")).toMatch(
      /^wa_session=[0-9A-Za-z]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
    );
    const me = await api.call("GET", "/api/auth/me", { cookie: cookieOf(answer) });
    expect(me.json).toMatchObject({ id: "admin", tenant: "default", kind: "user", workspace_ids: null });
  });

  test("on https gives a cookie for https, under the prefix only", async () => {
    await using api = await testApi({ handler: { publicUrl: "https://agents.test", prefix: "/agents" } });
    const { headers } = await api.call("POST", "/agents/api/auth/sign-in", {
      token: "",
      json: { password: PASSWORD },
    });
    expect(headers.get("set-cookie")).toMatch(/; Path=\/agents; .*; Secure$/);
  });

  test("with a one-time code works once, and for 15 minutes", async () => {
    await using api = await testApi();
    const code = await api.service.signIn.issueCode();
    expect((await signIn(api, { code })).status).toBe(204);
    expect((await signIn(api, { code })).json).toMatchObject({ status: 401, code: "unauthenticated" });
    const late = await api.service.signIn.issueCode();
    await api.clock.advance(15 * 60_000);
    expect((await signIn(api, { code: late })).status).toBe(401);
  });

  test("with what is wrong gives no cookie", async () => {
    await using api = await testApi();
    for (const json of [{ password: "wrong" }, { code: "wrong" }]) {
      const answer = await signIn(api, json);
      expect(answer.json).toMatchObject({ status: 401, code: "unauthenticated" });
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
    for (const json of [{}, { password: PASSWORD, code: "x" }, { password: "" }, { user: "x" }, [PASSWORD]]) {
      expect((await signIn(api, json)).json).toMatchObject({ status: 400, code: "invalid_request" });
    }
    const form = await api.call("POST", "/api/auth/sign-in", {
      token: "",
      body: `password=${PASSWORD}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(form.json).toMatchObject({ code: "unsupported_media_type" });
  });

  test("counts before its body is read", async () => {
    await using api = await testApi();
    const send = async (body: ReadableStream<Uint8Array> | string) =>
      await api.call("POST", "/api/auth/sign-in", {
        token: "",
        body,
        headers: { "content-type": "application/json" },
      });
    const codes: string[] = [];
    for (const body of Array<string>(5).fill("not json")) codes.push((await send(body)).as().code);
    for (const length of Array<number>(5).fill(4097))
      codes.push((await send(`{"password":"${"x".repeat(length - 15)}"}`)).as().code);
    expect(codes).toEqual([
      ...Array<string>(5).fill("invalid_request"),
      ...Array<string>(5).fill("payload_too_large"),
    ]);
    let isRead = false;
    const unread = new ReadableStream<Uint8Array>({ pull: () => void (isRead = true) }, { highWaterMark: 0 });
    expect((await send(unread)).json).toMatchObject({ status: 429, code: "rate_limited" });
    expect(isRead).toBe(false);
  });

  test("from a foreign page is refused", async () => {
    await using api = await testApi();
    const foreign = await signIn(api, { password: PASSWORD }, { origin: "https://evil.test" });
    expect(foreign.json).toMatchObject({ status: 403, code: "forbidden_origin" });
    expect(foreign.headers.get("set-cookie")).toBeNull();
    expect((await signIn(api, { password: PASSWORD }, { origin: "http://127.0.0.1:8787" })).status).toBe(204);
  });
});

describe("a signed-in browser", () => {
  test("signs out, and its cookie is worth nothing then", async () => {
    await using api = await testApi();
    const out = await api.call("POST", "/api/auth/sign-out", { cookie: api.cookie });
    expect([out.status, out.headers.get("set-cookie")]).toEqual([
      204,
      "wa_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
    ]);
    expect((await api.call("GET", "/api/auth/me", { cookie: api.cookie })).json).toMatchObject({
      code: "unauthenticated",
    });
  });

  test("signs out where the host cannot determine its address", async () => {
    const clientAddress = () => {
      throw new Error("There is no such header.");
    };
    await using api = await testApi({ handler: { clientAddress } });
    expect((await api.call("POST", "/api/auth/sign-out", { cookie: api.cookie })).status).toBe(204);
  });

  test("is signed in for seven days from its last use", async () => {
    await using api = await testApi();
    const days = (count: number) => api.clock.jump(count * 86_400_000);
    const me = async () => (await api.call("GET", "/api/auth/me", { cookie: api.cookie })).status;
    days(6);
    expect(await me()).toBe(200);
    days(6);
    expect(await me()).toBe(200);
    days(7);
    expect(await me()).toBe(401);
  });

  test("gets its cookie again where a use prolongs it, in an error too", async () => {
    await using api = await testApi();
    const get = (path: string) => api.call("GET", path, { cookie: api.cookie });
    const renewed = `${api.cookie}; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax`;
    const cookies = async (path: string) => (await get(path)).headers.get("set-cookie");
    expect(await cookies("/api/workspaces")).toBeNull();
    for (const path of ["/api/workspaces", "/api/workspaces/none"]) {
      api.clock.jump(6 * 86_400_000);
      expect(await cookies(path)).toBe(renewed);
      expect(await cookies(path)).toBeNull();
    }
  });

  test("does not get it again where it signs out", async () => {
    await using api = await testApi();
    api.clock.jump(6 * 86_400_000);
    const out = await api.call("POST", "/api/auth/sign-out", { cookie: api.cookie });
    expect(out.headers.get("set-cookie")).toMatch(/^wa_session=; Path=\/; Max-Age=0;/);
  });

  test("gets it by its next request where a stream has gone on past the hour", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const { session_id } = (await api.chat(id)).as();
    const path = `/api/workspaces/${id}/sessions/${session_id}`;
    const stream = await api.fetch("GET", `${path}/events`, { cookie: api.cookie });
    const synced = Promise.withResolvers<undefined>();
    const reading = readUntil(stream, ({ events }) => {
      if (events.some(({ event }) => event === "sync")) synced.resolve(undefined);
      return events.filter(({ event }) => event === "turn.ended").length === 2;
    });
    await synced.promise;
    api.clock.jump(2 * 3_600_000);
    await api.clock.advance(1_000);
    await api.chat(id, { session_id });
    await reading;
    const { headers } = await api.call("GET", path, { cookie: api.cookie });
    expect(headers.get("set-cookie")).toContain("; Max-Age=604800;");
  });
});

describe("a credential", () => {
  const get = (api: TestApi, asked: Asked) => api.call("GET", "/api/workspaces", { token: "", ...asked });

  test("that is missing is 401 with a challenge", async () => {
    await using api = await testApi();
    for (const headers of [
      {},
      { authorization: "Basic eDp5" },
      { cookie: "wa_session=wrong" },
      { cookie: "other=1" },
    ]) {
      const answer = await get(api, { headers: headers });
      expect(answer.json).toMatchObject({ status: 401, code: "unauthenticated" });
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    }
  });

  test("that is a token counts before a cookie", async () => {
    await using api = await testApi();
    const { json } = await get(api, { headers: { authorization: "Bearer wrong", cookie: api.cookie } });
    expect(json).toMatchObject({ code: "invalid_token" });
    const me = await api.call("GET", "/api/auth/me", { token: api.token, headers: { cookie: api.cookie } });
    expect(me.json).toMatchObject({ kind: "token", id: expect.stringMatching(/^tok_/) as string });
  });

  test("that is missing sends a browser that wants a page to sign-in, and on from there", async () => {
    await using api = await testApi({ handler: { prefix: "/agents" } });
    const page = await api.call("GET", "/agents/api/docs?x=1&y=%2F", {
      token: "",
      headers: { accept: "text/html,*/*;q=0.8" },
    });
    expect([page.status, page.text]).toEqual([302, ""]);
    expect(page.headers.get("location")).toBe(
      `/agents/sign-in?next=${encodeURIComponent("/agents/api/docs?x=1&y=%2F")}`,
    );
    const home = await api.call("GET", "/agents/", { token: "", headers: { accept: "text/html" } });
    expect(home.headers.get("location")).toBe("/agents/sign-in");
    for (const [method, accept] of [
      ["POST", "text/html"],
      ["GET", "*/*"],
      ["GET", "application/json"],
    ] as const) {
      const other = await api.call(method, "/agents/api/workspaces", { token: "", headers: { accept } });
      expect(other.status).toBe(401);
    }
  });
});
