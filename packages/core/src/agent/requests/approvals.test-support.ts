import { expect } from "vitest";
import type { SessionEvent } from "../../domain/sessions/event.ts";
import type { AnswerRequest, PendingRequest } from "../../domain/sessions/request.ts";
import type { Principal } from "../../domain/principals/principal.ts";
import { admin, testHost, type TestHost, type TestHostOptions } from "../../test-host.test-support.ts";
import type { ScriptedCommand, ScriptedToolCall } from "../../testing/index.ts";

export const asks = { permissions: { bash: [{ pattern: "rm *", action: "ask" as const }] } };

/** Commands that each leave the working directory at this one. */
export const movingTo =
  (directory: string): ScriptedCommand =>
  ({ command }) => {
    const marker = /printf '%s%s%s\\n' '([^']+)'/.exec(command)?.[1] ?? "";
    return { stdout: `${marker}${directory}${marker}\n` };
  };

/** The requests of a session that waits. */
export async function pending(host: TestHost, sessionId: string): Promise<readonly PendingRequest[]> {
  const session = await host.service.sessions.get(admin, host.workspaceId, sessionId, { seconds: 20 });
  expect(session).toMatchObject({ status: "waiting", chat_status: "human" });
  return session.pending_requests;
}

/** A host whose first turn has made these calls and waits for a person; after them the model says "done". */
export async function waitingHost(
  toolCalls: readonly ScriptedToolCall[],
  options: Partial<TestHostOptions> = {},
) {
  const host = await testHost({ script: [{ toolCalls }, { text: "done" }], config: asks, ...options });
  const { session_id, turn_id } = await host.run("go");
  const requests = await pending(host, session_id);
  return { ...host, session_id, turn_id, requests, request: requests[0] };
}

export const answer = (
  host: TestHost,
  sessionId: string,
  request: PendingRequest | undefined,
  said: AnswerRequest,
  by: Principal = admin,
) => host.service.sessions.answerRequest(by, host.workspaceId, sessionId, request?.id ?? "", said);

export const typesFrom = (events: readonly SessionEvent[], first: SessionEvent["type"]) =>
  events.slice(events.findIndex(({ type }) => type === first)).map(({ type }) => type);
