import { isRecord } from "./is-record.ts";
import { parsedJson } from "./parsed-json.ts";

/** The member that holds the messages: `messages` in OpenAI's chat protocol and Anthropic's, `input` in OpenAI's Responses. */
const LISTS: ReadonlySet<string> = new Set(["messages", "input"]);
const INSTRUCTING: ReadonlySet<unknown> = new Set(["system", "developer"]);
const GIVING: ReadonlySet<unknown> = new Set(["user", "tool"]);

/** The prompt in the body of a request, as a provider's package wrote it. */
interface WrittenPrompt {
  /** The body before the first message, instructions included. */
  readonly opening: string;
  /** Without the instructions. */
  readonly messages: readonly unknown[];
}

/** Null if the body belongs to another protocol or is not written as `JSON.stringify` writes it. */
export function readPrompt(body: string): WrittenPrompt | null {
  const before: Record<string, unknown> = {};
  const written = parsedJson(body);
  for (const [name, value] of Object.entries(isRecord(written) ? written : {})) {
    if (!LISTS.has(name) || !Array.isArray(value)) {
      before[name] = value;
      continue;
    }
    const messages: readonly unknown[] = value;
    const first = messages.findIndex((message) => !isRecord(message) || !INSTRUCTING.has(message["role"]));
    if (first === -1) return null;
    const head = JSON.stringify({ ...before, [name]: messages.slice(0, first) }).slice(0, -"]}".length);
    const opening = first === 0 ? head : `${head},`;
    return body.startsWith(opening) ? { opening, messages: messages.slice(first) } : null;
  }
  return null;
}

/** Whether a written message was given to the model: a person's message or the result of a call. */
export function isGiven(message: unknown): boolean {
  if (!isRecord(message)) return false;
  return GIVING.has(message["role"]) || message["type"] === "function_call_output";
}
