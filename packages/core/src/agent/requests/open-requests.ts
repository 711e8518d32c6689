import { newId } from "../../ids.ts";
import type { EventDraft } from "../../sessions/event.ts";
import type { OpenCall } from "../../sessions/prompt-builder.ts";
import type { PendingRequest } from "../../sessions/request.ts";
import { releaseWhileWaiting } from "../../sessions/resolve-requests.ts";
import type { SessionRun } from "../../sessions/session-run.ts";
import { toTimestamp } from "../../wire.ts";
import type { ReadyCall } from "../run-tool.ts";

/** What is shown of a command or path in the sentence that asks; the arguments hold the whole. */
const MAX_SUBJECT = 500;

export interface AskedWhen {
  readonly directory: string;
  readonly now: number;
  readonly ttlMs: number;
}

function promptOf({ tool, args }: ReadyCall, directory: string): string {
  const [subject = ""] = tool.subjects(args, directory).names;
  const shown =
    subject.length > MAX_SUBJECT ? `${subject.slice(0, MAX_SUBJECT).toWellFormed()} […]` : subject;
  return shown === "" ? `May ${tool.name} run?` : `May ${tool.name} run: ${shown}`;
}

/** The event that asks people about a call. */
export function openedRequest(
  { item, part }: OpenCall,
  call: ReadyCall,
  { directory, now, ttlMs }: AskedWhen,
): EventDraft {
  const questions = call.tool.questions?.(call.args);
  const request: PendingRequest = {
    id: newId("req"),
    kind: questions === undefined ? "approval" : "question",
    turn_id: item.turn_id,
    call_id: part.call_id,
    tool: call.tool.name,
    prompt:
      questions === undefined
        ? promptOf(call, directory)
        : questions.map(({ question }) => question).join("\n"),
    arguments: part.arguments,
    ...(questions !== undefined && { questions: [...questions] }),
    created_at: toTimestamp(now),
    expires_at: toTimestamp(now + ttlMs),
  };
  return { type: "request.opened", turn_id: item.turn_id, request };
}

/**
 * Opens requests and lets go of the session in the same commit; false when the turn is to be interrupted: nothing is asked then, and
 * `before` alone is appended.
 */
export async function openRequests(
  run: SessionRun,
  before: readonly EventDraft[],
  opened: readonly EventDraft[],
): Promise<boolean> {
  const turnId = run.turn?.turn.id;
  await run.append(
    ({ interrupt_turn_id }) => (interrupt_turn_id === turnId ? before : [...before, ...opened]),
    releaseWhileWaiting,
  );
  return run.isReleased;
}

/** The working directory after results that are not appended yet; null where they say nothing of it. */
export function directoryAfter(pending: readonly EventDraft[]): string | null {
  for (const draft of pending.toReversed()) {
    if (draft.type !== "item.completed") continue;
    for (const part of draft.item.content)
      if (part.type === "tool_result" && part.working_directory !== undefined) return part.working_directory;
  }
  return null;
}
