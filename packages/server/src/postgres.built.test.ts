import type { Message, Session } from "@workspace-agent/core";
import { describe, expect, it } from "vitest";
import { hand, stepLines, steps, stepsIn } from "./main.test-support.ts";
import { onPostgres } from "./postgres.test-support.ts";
import { Caller, stopServer } from "./running-server.test-support.ts";

describe("the server on Postgres", () => {
  it("does the main job, says where it stores and never the password", async () => {
    const { start, url } = await onPostgres();
    const server = await start({ LOG_LEVEL: "debug" });
    const { host, pathname, password } = new URL(url);
    expect(server.output()).toContain(`Postgres at ${host}${pathname} (DATABASE_URL)`);
    const caller = await Caller.signIn(server);
    const { workspace, session, session_id } = await hand(caller, steps(3));
    const done = await caller.get<Session>(`${session}?wait=30`);
    expect(done).toMatchObject({ status: "idle", stop_reason: "end_turn" });
    expect(await stepsIn(caller, workspace)).toBe(stepLines(3));
    const messages = await caller.get<Message[]>(`${workspace}/messages?session_id=${session_id}`);
    expect(messages.at(-1)?.role).toBe("assistant");
    expect((await fetch(`${server.base}/readyz`)).status).toBe(200);
    expect(await stopServer(server)).toBe(0);
    expect(server.output()).not.toContain(`:${password}@`);
  });

  it("cannot start without its database, and says which one it is", async () => {
    const { start } = await onPostgres();
    const failed = start({ DATABASE_URL: "postgres://user:canary@127.0.0.1:1/agents" });
    const failure: unknown = await failed.catch((error: unknown) => error);
    expect(String(failure)).toContain(
      "The server cannot start: The database cannot be reached. (DATABASE_URL: Postgres at 127.0.0.1:1/agents)",
    );
    expect(String(failure)).not.toContain("canary");
    for (const [wrong, problem] of [
      ["mysql://user:canary@host/db", "must have the form postgres://"],
      ["postgres://user:canary@[x", "must be a URL"],
    ] as const) {
      const refused: unknown = await start({ DATABASE_URL: wrong }).catch((error: unknown) => error);
      expect(String(refused)).toContain(`DATABASE_URL: ${problem}`);
      expect(String(refused)).not.toContain("canary");
    }
  });
});
