import type {
  FinishReason,
  Model,
  ModelPart,
  ModelProvider,
  ModelRequest,
  PromptMessage,
  TokenUsage,
} from "../ports/model.ts";
import { parseBlocks, unknownBlocks, type RehearsalBlock } from "./rehearsal-blocks.ts";

export const REHEARSAL = "rehearsal";

const GREETING =
  "This is the rehearsal model: it does what the fenced blocks of a prompt say and thinks nothing.";
const KNOWN =
  "A `sh` block is run with the bash tool; a block `file:<path>` is written; a `task` block is handed to a subagent.";
const MAX_SHOWN = 2_000;
const MAX_UNKNOWN = 10;
const MAX_NAME = 60;
/** A model streams in pieces: so does this one. */
const PIECE = 24;

function textOf({ parts }: PromptMessage): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

/** The messages since the prompt of this turn, that one first. A user's message right after tool results is of the same turn: a note of the service, or what a person added. */
function currentTask(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  const start = messages.findLastIndex(
    ({ role }, index) => role === "user" && messages[index - 1]?.role !== "tool",
  );
  return messages.slice(Math.max(0, start));
}

const resultsOf = (messages: readonly PromptMessage[]) =>
  messages.flatMap(({ parts }) => parts).filter((part) => part.type === "tool_result");

/** Names the blocks that nothing was done for; null: there are none. */
function passedOver(unknown: readonly string[]): string | null {
  const names = [...new Set(unknown.map((info) => `\`${info.slice(0, MAX_NAME)}\``))];
  if (names.length === 0) return null;
  const more = names.length > MAX_UNKNOWN ? ", and more" : "";
  return `It did nothing for these blocks, which it does not know: ${names.slice(0, MAX_UNKNOWN).join(", ")}${more}. ${KNOWN}`;
}

function report(
  blocks: readonly RehearsalBlock[],
  results: ReturnType<typeof resultsOf>,
  unknown: readonly string[],
): string {
  const rest = passedOver(unknown);
  if (blocks.length === 0) return `${GREETING} ${rest ?? `There was no block in this prompt. ${KNOWN}`}`;
  const lines = results.map(({ output, is_error }, index) => {
    const shown = output.length > MAX_SHOWN ? `${output.slice(0, MAX_SHOWN)} […]` : output;
    return `Step ${index + 1} of ${blocks.length}${is_error ? " failed" : ""}:\n${shown}`;
  });
  return [GREETING, ...lines, ...(rest === null ? [] : [rest])].join("\n\n");
}

function usage(request: ModelRequest, output: string): TokenUsage {
  const characters = request.messages.reduce(
    (sum, message) => sum + JSON.stringify(message.parts).length,
    request.system.length,
  );
  return {
    input_tokens: Math.ceil(characters / 4),
    output_tokens: Math.ceil(output.length / 4),
    cache_read_tokens: 0,
    cache_write_tokens: 0,
  };
}

function* say(text: string): Generator<ModelPart> {
  for (let at = 0; at < text.length; at += PIECE)
    yield { type: "text-delta", block: "text", text: text.slice(at, at + PIECE) };
  yield { type: "block-end", block: "text" };
}

function* respond(request: ModelRequest): Generator<ModelPart> {
  const task = currentTask(request.messages);
  const texts = task.filter(({ role }) => role === "user").map(textOf);
  const blocks = texts.flatMap(parseBlocks);
  const results = resultsOf(task);
  const next = blocks[results.length];
  const finish = (reason: FinishReason, output: string): ModelPart => ({
    type: "finish",
    reason,
    usage: usage(request, output),
  });
  if (next === undefined || request.tools.length === 0) {
    const text = report(blocks, results, texts.flatMap(unknownBlocks));
    yield* say(text);
    yield finish("stop", text);
    return;
  }
  const step = `Rehearsal, step ${results.length + 1} of ${blocks.length}.`;
  yield* say(step);
  const input = JSON.stringify(next.arguments);
  yield { type: "tool-call-delta", block: "call", name: next.tool, text: input };
  yield { type: "tool-call", block: "call", call_id: crypto.randomUUID(), name: next.tool, arguments: input };
  yield finish("tool-calls", step + input);
}

/**
 * The built-in model that needs no key: one step for each fenced block of the prompt, then a report of what it saw. What comes next is
 * counted from the results in the prompt, so a turn that continues on another instance is where it was.
 */
export const rehearsalModel: Model = {
  reference: REHEARSAL,
  // It reads its prompt whole: a summary would hide from it how far it is.
  context_window: Number.MAX_SAFE_INTEGER,
  async *stream(request, { signal }) {
    for (const part of respond(request)) {
      if (signal.aborted) return;
      yield part;
    }
  },
};

/** A provider that has the rehearsal model and nothing else. */
export function rehearsalModels(): ModelProvider {
  return { default: REHEARSAL, resolve: (reference) => (reference === REHEARSAL ? rehearsalModel : null) };
}
