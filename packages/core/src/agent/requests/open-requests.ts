import { newId } from "../../domain/ids.ts";
import type { EventDraft } from "../../domain/sessions/event.ts";
import type { OpenCall } from "../prompt/prompt-builder.ts";
import type { PendingRequest, RequestSubject } from "../../domain/sessions/request.ts";
import { releaseWhileWaiting } from "../../domain/sessions/resolve-requests.ts";
import type { SessionRun } from "../../sessions/session-run.ts";
import { toTimestamp } from "../../domain/wire.ts";
import type { ReadyCall } from "../run-tool.ts";
import { subjectHash } from "./subject.ts";

/** A longer command or path is not part of the prompt for people. */
const MAX_SHOWN = 500;
/** Invisible characters, characters that change how others are displayed, and spaces at the ends. */
const UNSEEN = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]|^ | $/u;

interface AskedWhen {
  readonly subject: RequestSubject;
  readonly now: number;
  readonly ttlMs: number;
}

/** A sentence that shows a command or path completely or not at all. */
function promptOf({ tool, args }: ReadyCall, directory: string): string {
  const [name = ""] = tool.subjects(args, directory).names;
  if (name === "") return `May ${tool.name} run?`;
  if (name.length <= MAX_SHOWN && !UNSEEN.test(name)) return `May ${tool.name} run: ${name}`;
  return `May ${tool.name} run? Read all of its arguments: they do not fit this line.`;
}

/** What a request says by its kind. An allowed call whose file has changed needs a new approval. */
function contentOf(
  call: ReadyCall,
  subject: RequestSubject,
): Pick<PendingRequest, "kind" | "prompt" | "questions" | "subject" | "subject_hash"> {
  const { tool, args, mustAsk: kind } = call;
  switch (kind) {
    case "question": {
      const questions = [...(tool.questions?.(args) ?? [])];
      return { kind, prompt: questions.map(({ question }) => question).join("\n"), questions };
    }
    case "tool_call":
      return { kind, prompt: `Waits for the caller, who runs ${tool.name}.` };
    case "approval":
    case null: {
      const prompt = promptOf(call, subject.working_directory);
      return { kind: "approval", prompt, subject, subject_hash: subjectHash(call, subject) };
    }
  }
}

/** Whether a draft asks the caller to run a call. */
export function isToolCall(draft: EventDraft): boolean {
  return draft.type === "request.opened" && draft.request.kind === "tool_call";
}

/** The event that opens a request for a call. */
export function openedRequest(
  { item, part }: OpenCall,
  call: ReadyCall,
  { subject, now, ttlMs }: AskedWhen,
): EventDraft {
  const request: PendingRequest = {
    id: newId("req"),
    turn_id: item.turn_id,
    call_id: part.call_id,
    tool: call.tool.name,
    arguments: part.arguments,
    ...contentOf(call, subject),
    created_at: toTimestamp(now),
    expires_at: toTimestamp(now + ttlMs),
  };
  return { type: "request.opened", turn_id: item.turn_id, request };
}

/** Opens requests and releases the session in one commit. Returns false if an interrupt was requested: then it appends `before` alone. */
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

/** The working directory after results that are not appended yet. Null if they do not change it. */
export function directoryAfter(pending: readonly EventDraft[]): string | null {
  for (const draft of pending.toReversed()) {
    if (draft.type !== "item.completed") continue;
    for (const part of draft.item.content)
      if (part.type === "tool_result" && part.working_directory !== undefined) return part.working_directory;
  }
  return null;
}
