import { expect } from "vitest";
import type { EventDraft, SessionEvent } from "../../domain/sessions/event.ts";
import type { AnswerRequest, PendingRequest } from "../../domain/sessions/request.ts";
import type { Principal } from "../../domain/principals/principal.ts";
import { admin, type TestHost } from "../../test-host.test-support.ts";
import type { ScriptedCommand } from "../../testing/index.ts";

export const bash = (command: string) => ({ name: "bash", arguments: { command } });
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

export const answer = (
  host: TestHost,
  sessionId: string,
  request: PendingRequest | undefined,
  said: AnswerRequest,
  by: Principal = admin,
) => host.service.sessions.answerRequest(by, host.workspaceId, sessionId, request?.id ?? "", said);

export const ended = (host: TestHost, sessionId: string, turnId: string) =>
  host.service.sessions.turn(admin, host.workspaceId, sessionId, turnId, { seconds: 20 });

/** The outputs of the tools, in the order of the log. */
export const outputs = (events: readonly (SessionEvent | EventDraft)[]) =>
  events.flatMap((event) =>
    event.type === "item.completed"
      ? event.item.content.flatMap((part) => (part.type === "tool_result" ? [part.output] : []))
      : [],
  );

export const typesFrom = (events: readonly SessionEvent[], first: SessionEvent["type"]) =>
  events.slice(events.findIndex(({ type }) => type === first)).map(({ type }) => type);
