import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OWN_PAGE, PREFIX, SIGN_IN_PREFIX } from "../../examples/hosts/agents.ts";
import { until } from "../until.test-support.ts";
import { Caller, eventsOf, type Asked } from "./caller.ts";
import { START_MS, startHost, type HostCommand, type HostProcess } from "./host-process.ts";
import { download, LARGE, LARGE_MS, MEASURES_MEMORY, upload } from "./large-file.ts";

export interface HostUnderTest extends HostCommand {
  readonly name: string;
  /** It stores files in memory. */
  readonly keepsFilesInMemory?: boolean;
  /** It re-encodes queries, so that unencoded ones cannot be detected. */
  readonly rewritesAddresses?: boolean;
  /** Answers have no `Content-Length`. */
  readonly hidesLengths?: boolean;
}

const ADA = { "x-api-key": "ada-key" };
const ASKING = { permissions: { write: "ask" } };
const TASK = "```file:notes/done.txt\nfrom the agent\n```";

interface Accepted {
  readonly session_id: string;
  readonly turn_id: string;
}

/** The behaviour of every host over HTTP. */
export function describeHost(host: HostUnderTest): void {
  describe(host.name, { timeout: LARGE_MS }, () => {
    let started: HostProcess | undefined;
    let process: HostProcess;
    let ada: Caller;
    beforeAll(async () => {
      process = started = await startHost(host);
      ada = new Caller(process.url, ADA);
    }, START_MS + 20_000);
    afterAll(async () => await started?.end());

    const api = (method: string, path: string, asked?: Asked) =>
      ada.call(method, `${PREFIX}/api${path}`, asked);
    const workspace = async (config = {}) => {
      const made = await api("POST", "/workspaces", { json: { name: randomUUID(), config } });
      expect(made.status).toBe(201);
      return made.as<{ id: string }>().id;
    };
    const fileOf = (id: string, path: string) =>
      `${PREFIX}/api/workspaces/${id}/agent/files?path=${encodeURIComponent(path)}`;
    const watchers = async () => {
      const { text } = await ada.call("GET", `${PREFIX}/metrics`);
      return Number(/^workspace_agent_watchers (\d+)$/m.exec(text)?.[1]);
    };
    const statusOf = async (id: string, { session_id, turn_id }: Accepted) =>
      (await api("GET", `/workspaces/${id}/sessions/${session_id}/turns/${turn_id}`)).as<{ status: string }>()
        .status;
    /** A turn that waits for a person, and its stream as it stands then. */
    const openTurn = async (id: string, signal?: AbortSignal) => {
      const stream = await ada.open("POST", `${PREFIX}/api/workspaces/${id}/chat`, {
        json: { message: TASK, mode: "stream" },
        ...(signal !== undefined && { signal }),
      });
      expect(stream.headers["content-type"]).toBe("text/event-stream");
      const events = eventsOf(stream);
      for (;;) {
        const { value, done } = await events.next();
        if (done === true) throw new Error("The stream ended before anything was asked.");
        if (value.event !== "request.opened") continue;
        const { session_id, turn_id, request } = value.data as unknown as Accepted & {
          request: { id: string };
        };
        const answer = () =>
          api("POST", `/workspaces/${id}/sessions/${session_id}/requests/${request.id}`, {
            json: { decision: "allow" },
          });
        return { turn: { session_id, turn_id }, events, stream, answer };
      }
    };

    test("the host's own routes stay its own", async () => {
      for (const path of ["/", "/agentsmith", "/api/workspaces"]) {
        const answer = await ada.call("GET", path);
        expect([answer.status === 404 || answer.status === 200, answer.text]).toEqual([true, OWN_PAGE]);
      }
    });

    test("the host says who calls, and tenants see nothing of each other", async () => {
      const nobody = new Caller(process.url, {});
      expect((await nobody.call("GET", `${PREFIX}/api/workspaces`)).status).toBe(401);
      const id = await workspace();
      const grace = new Caller(process.url, { "x-api-key": "grace-key" });
      expect((await api("GET", `/workspaces/${id}`)).status).toBe(200);
      expect((await grace.call("GET", `${PREFIX}/api/workspaces/${id}`)).status).toBe(404);
    });

    test("addresses in answers carry the prefix", async () => {
      const made = await api("POST", "/workspaces", { json: { name: randomUUID() } });
      expect(made.headers.location).toBe(`${PREFIX}/api/workspaces/${made.as<{ id: string }>().id}`);
      await workspace();
      expect((await api("GET", "/workspaces?limit=1")).headers.link).toContain(`${PREFIX}/api/workspaces?`);
      const refused = await api("GET", "/workspaces/none");
      expect(refused.headers["content-type"]).toMatch(/^application\/problem\+json/);
      expect(refused.as()).toMatchObject({ status: 404, type: `${PREFIX}/api/docs/errors#not_found` });
    });

    test("a complete job: a workspace, a task, a wait, its files", async () => {
      const id = await workspace();
      const message = `${TASK}\n\`\`\`sh\ntr a-z A-Z < notes/done.txt > notes/loud.txt\n\`\`\``;
      const sent = await api("POST", `/workspaces/${id}/chat`, { json: { message, mode: "async" } });
      expect(sent.status).toBe(202);
      const { session_id, turn_id } = sent.as<Accepted>();
      const turn = await api("GET", `/workspaces/${id}/sessions/${session_id}/turns/${turn_id}?wait=30`);
      expect(turn.as()).toMatchObject({ status: "completed", stop_reason: "end_turn" });
      expect((await ada.call("GET", fileOf(id, "notes/done.txt"))).text).toBe("from the agent\n");
      expect((await ada.call("GET", fileOf(id, "notes/loud.txt"))).text).toBe("FROM THE AGENT\n");
    });

    test("a stream's first events arrive before its last exist", async () => {
      const { events, answer } = await openTurn(await workspace(ASKING));
      expect((await answer()).status).toBe(200);
      let last = "";
      for await (const { event } of events) last = event;
      expect(last).toBe("turn.ended");
    });

    test("a reader who leaves is disconnected, and the turn continues", async () => {
      const id = await workspace(ASKING);
      const leave = new AbortController();
      const { turn, answer, stream } = await openTurn(id, leave.signal);
      await until(async () => (await watchers()) === 1);
      stream.on("error", () => undefined);
      leave.abort();
      await until(async () => (await watchers()) === 0);
      expect((await answer()).status).toBe(200);
      await until(async () => (await statusOf(id, turn)) === "completed");
    });

    test("a reader who returns with Last-Event-ID misses nothing", async () => {
      const id = await workspace();
      const sent = await api("POST", `/workspaces/${id}/chat`, { json: { message: TASK, mode: "sync" } });
      const { session_id } = sent.as<Accepted>();
      const path = `/workspaces/${id}/sessions/${session_id}/events?follow=false`;
      const whole = await api("GET", path);
      const ids = (text: string) => [...text.matchAll(/^id: ?(\d+)$/gm)].map(([, seq]) => Number(seq));
      const rest = await api("GET", path, { headers: { "last-event-id": "3" } });
      expect(ids(rest.text)).toEqual(ids(whole.text).slice(3));
      expect(ids(whole.text)).toEqual(ids(whole.text).map((_, index) => index + 1));
    });

    test("a large file is uploaded and downloaded intact, without being held in memory", async () => {
      const path = fileOf(await workspace(), "large.bin");
      const isMeasured = MEASURES_MEMORY && host.keepsFilesInMemory !== true;
      if (isMeasured) await upload(ada, fileOf(await workspace(), "first.bin"), ADA);
      await process.forgetPeak();
      const before = await process.peak();
      const sent = await upload(ada, path, ADA);
      expect(sent.status).toBe(201);
      expect(await download(ada, path)).toEqual({ size: LARGE, sha256: sent.sha256 });
      const after = await process.peak();
      if (before !== null && after !== null && isMeasured) expect(after - before).toBeLessThan(LARGE);
    });

    test("an aborted upload leaves no file", async () => {
      const path = fileOf(await workspace(), "half.txt");
      const socket = await ada.connect();
      socket.on("error", () => undefined);
      const half = `${ada.head("PUT", path, { "content-length": "1000" })}half`;
      await new Promise((resolve) => socket.write(half, resolve));
      socket.destroy();
      // It never exists.
      for (let look = 0; look < 20; look++) expect((await ada.call("GET", path)).status).toBe(404);
    });

    test("a body over the limit is 413, by its announced length and by its bytes", async () => {
      const path = fileOf(await workspace(), "huge.bin");
      const socket = await ada.connect();
      socket.on("error", () => undefined);
      const answer = new Promise<string>((resolve) => {
        socket.once("data", (data: Buffer) => resolve(data.toString()));
      });
      socket.write(ada.head("PUT", path, { "content-length": String(6 * 1024 ** 3) }));
      expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
      socket.destroy();
      const long = await api("POST", "/workspaces", { json: { name: "n".repeat(1_100_000) } });
      expect([long.status, long.as<{ code: string }>().code]).toEqual([413, "payload_too_large"]);
    });

    test("HEAD has the head of GET and no body", async () => {
      const path = fileOf(await workspace(), "a.txt");
      expect((await ada.call("PUT", path, { body: "0123456789" })).status).toBe(201);
      const get = await ada.call("GET", path);
      const head = await ada.call("HEAD", path);
      expect([head.status, head.text, head.headers["content-length"], head.headers.etag]).toEqual([
        200,
        "",
        host.hidesLengths === true ? undefined : "10",
        get.headers.etag,
      ]);
    });

    test("conditional and range requests get 304, 206 and 416", async () => {
      const path = fileOf(await workspace(), "a.txt");
      const put = await ada.call("PUT", path, { body: "0123456789" });
      const etag = put.headers.etag ?? "";
      const known = await ada.call("GET", path, { headers: { "if-none-match": etag } });
      expect([known.status, known.text, known.headers.etag]).toEqual([304, "", etag]);
      const part = await ada.call("GET", path, { headers: { range: "bytes=2-4" } });
      expect([part.status, part.text, part.headers["content-range"]]).toEqual([206, "234", "bytes 2-4/10"]);
      expect((await ada.call("GET", path, { headers: { range: "bytes=20-" } })).status).toBe(416);
    });

    test("a path is one percent-encoded value", async () => {
      const id = await workspace();
      const name = "src/mäin +%2F.ts";
      expect((await ada.call("PUT", fileOf(id, name), { body: "x" })).as()).toMatchObject({ path: name });
      expect((await ada.call("GET", fileOf(id, name))).text).toBe("x");
      const raw = await api("GET", `/workspaces/${id}/agent/files?path=src/main.ts`);
      const broken = await api("GET", `/workspaces/${id}/agent/files?path=%ff`);
      if (host.rewritesAddresses === true) {
        expect([raw.status, broken.status]).toEqual([404, 404]);
        return;
      }
      expect(raw.as()).toMatchObject({
        code: "path_not_encoded",
        detail: expect.stringContaining(
          `${PREFIX}/api/workspaces/${id}/agent/files?path=src%2Fmain.ts`,
        ) as string,
      });
      expect(broken.status).toBe(400);
    });

    test("the service's cookie is set beside the host's, and signs in", async () => {
      const team = new Caller(process.url, { origin: process.url });
      const password = "this example keeps its password in its source too";
      const signedIn = await team.call("POST", `${SIGN_IN_PREFIX}/api/auth/sign-in`, { json: { password } });
      const cookies = signedIn.headers["set-cookie"] ?? [];
      expect([signedIn.status, cookies.length]).toEqual([204, 2]);
      const own = cookies.find((cookie) => !cookie.startsWith("host_visit=")) ?? "";
      expect(own).toMatch(/; HttpOnly/);
      expect(own).toContain("SameSite=Lax");
      expect(own).toContain(`Path=${SIGN_IN_PREFIX}`);
      const headers = { cookie: `host_visit=1; ${own.split(";")[0] ?? ""}` };
      expect((await team.call("GET", `${SIGN_IN_PREFIX}/api/auth/me`, { headers })).status).toBe(200);
      expect((await team.call("GET", `${SIGN_IN_PREFIX}/api/auth/me`)).status).toBe(401);
    });

    test("nothing was logged as a failure", () => {
      expect(
        process
          .output()
          .replace(/^listening on .*$/m, "")
          .trim(),
      ).toBe("");
    });

    test("it exits on SIGTERM although somebody reads", async () => {
      const { stream } = await openTurn(await workspace(ASKING));
      stream.on("error", () => undefined);
      expect(await process.stop()).toBe(0);
    });
  });
}
