import type { ModelRequest } from "@workspace-agent/core/ports";

const MAX_READ = 2_000;
const MAX_LENGTH = 300;
/** A repeated part of the prompt is found if it has at least `RUN + STEP` characters. */
const RUN = 16;
const STEP = 8;
/** Shorter texts are only searched as a whole, and those below this length not at all, because they would match everywhere. */
const SHORTEST_TEXT = 12;

/** What looks like a key: a known prefix, a named credential, or a run of letters and digits that is no word or model id. */
const KEYS = [
  /\b(?:sk|pk|rk|xai|gsk|nvapi|hf|r8|key)[-_][A-Za-z0-9*_-]{6,}/gi,
  /\b(?:AIza|ya29\.)[A-Za-z0-9*_-]{6,}/g,
  /\b(?:x-api-key|api[-_ ]?key|authorization|token)["']?\s*[:=]\s*["']?(?:bearer |basic )?[A-Za-z0-9*_.+/=-]{6,}/gi,
  /\b(?:bearer|basic)\s+(?=\S*[0-9*])[A-Za-z0-9*_.+/=-]{6,}/gi,
  /(?<![A-Za-z0-9*])(?=[A-Za-z*]*[0-9*])(?=[0-9*]*[A-Za-z])[A-Za-z0-9*]{16,}/g,
];
const REMOVED = "[removed]";

function* textsOf(request: ModelRequest): Iterable<string> {
  yield request.system;
  for (const part of request.messages.flatMap((message) => message.parts)) {
    switch (part.type) {
      case "text":
      case "reasoning":
        yield part.text;
        break;
      case "image":
        yield part.data;
        break;
      case "tool_call":
        yield JSON.stringify(part.arguments);
        break;
      case "tool_result":
        yield part.output;
        break;
    }
  }
}

function repeats(message: string, request: ModelRequest): boolean {
  const runs: string[] = [];
  for (let start = 0; start + RUN <= message.length; start += STEP)
    runs.push(message.slice(start, start + RUN));
  for (const text of textsOf(request)) {
    const whole = text.trim();
    if (whole.length >= SHORTEST_TEXT && message.includes(whole)) return true;
    if (runs.some((run) => text.includes(run))) return true;
  }
  return false;
}

/** A provider's message that is safe to store: one line of at most 300 characters without keys. Empty if it repeats a part of the prompt. */
export function shortMessage(text: string, request: ModelRequest, secrets: readonly string[] = []): string {
  let clean = text.slice(0, MAX_READ).replace(/\s+/g, " ").trim();
  for (const secret of secrets) if (secret !== "") clean = clean.replaceAll(secret, REMOVED);
  for (const pattern of KEYS) clean = clean.replace(pattern, REMOVED);
  return repeats(clean, request) ? "" : clean.slice(0, MAX_LENGTH);
}
