import type { AcceptedTurn, Session } from "@workspace-agent/core";
import { expect } from "vitest";
import { serversOn } from "./main.test-support.ts";
import { Caller, stopServer } from "./running-server.test-support.ts";

/** A session that waits until a person allows `echo hello > made.txt`, on a server that was killed and started again. */
export async function killedWhileWaiting() {
  const { start } = await serversOn({ SANDBOX: "interpreter" });
  const first = await start();
  const caller = await Caller.signIn(first);
  const workspace = await caller.send<{ id: string }>("POST", "/api/workspaces", {
    name: "test",
    config: { permissions: { bash: "ask" } },
  });
  const base = `/api/workspaces/${workspace.id}`;
  const accepted = await caller.send<AcceptedTurn>("POST", `${base}/chat`, {
    mode: "async",
    message: "```sh\necho hello > made.txt\n```",
  });
  const path = `${base}/sessions/${accepted.session_id}`;
  const before = await caller.get<Session>(`${path}?wait=30`);
  expect(before).toMatchObject({ status: "waiting", chat_status: "human" });
  await stopServer(first, "SIGKILL");
  const again = caller.at((await start()).base);
  const session = await again.get<Session>(`${path}?wait=30`);
  expect(session).toEqual(before);
  const request = session.pending_requests[0];
  if (request === undefined) throw new Error("Nothing is asked.");
  const made = () => again.fetch(`${base}/agent/files?path=made.txt`);
  expect((await made()).status).toBe(404);
  return { caller: again, path, request, turn: `${path}/turns/${accepted.turn_id}`, made };
}
