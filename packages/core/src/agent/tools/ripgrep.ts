import { cleanText } from "../../runtime/text.ts";
import { failure, type ToolContext, type ToolOutcome } from "../tool.ts";
import { redactorOf } from "./redactor-of.ts";
import { shellQuote } from "./shell-quote.ts";

const TIMEOUT_MS = 60_000;
const MAX_ERROR = 65_536;
const MAX_SHOWN_ERROR = 2_000;
/** A search is stopped when it has written this much. */
const MAX_BYTES = 67_108_864;

/** Receives the output in pieces. */
interface OutputTaker {
  add(text: string): void;
}

interface RipgrepResult {
  /** The search was stopped and may have missed matches: a note that says so. Null: it ran to its end. */
  readonly incomplete: string | null;
  /** Why there are no matches, where that is a failure. */
  readonly failure: string | null;
}

/** The exit code of a search in a path that does not exist. */
const NO_ROOT = 90;

function failureOf(exitCode: number, error: string, root: string): string | null {
  if (exitCode === 127) return "ripgrep is not installed in this sandbox. Use bash with grep or find.";
  if (exitCode === NO_ROOT) return `${root}: no such file or folder.`;
  return exitCode > 1 ? error || `ripgrep ended with exit code ${exitCode}.` : null;
}

/** Resolves to whether the stream was longer than what is read. */
async function readInto(
  taker: OutputTaker,
  stream: ReadableStream<Uint8Array>,
  stop: () => void,
): Promise<boolean> {
  const decoder = new TextDecoder();
  let size = 0;
  for await (const chunk of stream) {
    if (size <= MAX_BYTES) taker.add(decoder.decode(chunk, { stream: true }));
    size += chunk.length;
    if (size > MAX_BYTES) stop();
  }
  return size > MAX_BYTES;
}

/** Collects the start of a text. */
function startOf(most: number): OutputTaker & { text: string } {
  return {
    text: "",
    add(piece) {
      this.text += piece.slice(0, most - this.text.length);
    },
  };
}

/** A path in ripgrep's output, made absolute. */
export function foundPath(path: string, root: string): string {
  return path.startsWith("/") ? path : `${root === "/" ? "" : root}/${path.replace(/^\.\//, "")}`;
}

/**
 * Runs ripgrep inside the sandbox, where a hostile pattern can harm only its own process. It runs in the searched folder, because
 * globs are relative to the working directory; `foundPath` makes its paths absolute again.
 */
export async function ripgrep(
  words: readonly string[],
  root: string,
  context: ToolContext,
  taker: OutputTaker,
): Promise<RipgrepResult> {
  const sandbox = await context.sandbox();
  const full = new AbortController();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const target = shellQuote(root);
  const search = ["rg", ...words.map(shellQuote)].join(" ");
  const process = await sandbox.spawn({
    command: `if [ -d ${target} ]; then cd -- ${target} && ${search} .; elif [ -e ${target} ]; then ${search} ${target}; else exit ${NO_ROOT}; fi`,
    workingDirectory: "/workspace",
    abortSignal: AbortSignal.any([context.signal, timeout, full.signal]),
    group: context.caller.sessionId,
  });
  const error = startOf(MAX_ERROR);
  const [{ exitCode }, isFull] = await Promise.all([
    process.wait(),
    readInto(taker, process.stdout, () => full.abort()),
    readInto(error, process.stderr, () => full.abort()),
  ]);
  const incomplete = timeout.aborted ? TOO_LONG : isFull ? TOO_MUCH : null;
  const written = redactorOf(context)(cleanText(error.text)).slice(0, MAX_SHOWN_ERROR);
  return { incomplete, failure: incomplete ?? failureOf(exitCode, written, root) };
}

/** The outcome of a search. `rows` shows the first of `count` results; `nothing` says that there are none, `more` that there are others. */
export function searchOutcome(
  { incomplete, failure: reason }: RipgrepResult,
  rows: readonly string[],
  count: number,
  { nothing, more }: { readonly nothing: string; readonly more: string },
): ToolOutcome {
  if (count === 0) return reason === null ? { output: nothing } : failure(reason);
  const rest = count - rows.length;
  const notes: string[] = [];
  if (rest > 0) notes.push(`[${incomplete === null ? "" : "at least "}${rest} ${more}]`);
  if (incomplete !== null) notes.push(incomplete);
  return { output: [...rows, ...notes].join("\n"), truncated: notes.length > 0 };
}

const TOO_LONG = `[the search was stopped after ${TIMEOUT_MS / 1000} s: this is not all. Search a smaller folder.]`;
const TOO_MUCH = `[the search was stopped after ${MAX_BYTES / 1_048_576} MiB of matches: this is not all. Search a smaller folder, or for less.]`;
