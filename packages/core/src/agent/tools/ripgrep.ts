import { cleanText } from "../../runtime/text.ts";
import type { ToolContext } from "../tool.ts";
import { redactorOf } from "./redactor-of.ts";
import { shellQuote } from "./shell-quote.ts";

const TIMEOUT_MS = 60_000;
const MAX_ERROR = 65_536;
const MAX_SHOWN_ERROR = 2_000;
/** So much of ripgrep's output is read; then the search is stopped. */
const MAX_BYTES = 67_108_864;

/** Takes the output as it comes. */
export interface OutputTaker {
  add(text: string): void;
}

export interface RipgrepResult {
  /** 0 found, 1 nothing found, 2 an error, 127 not installed, `NO_ROOT` where there is nothing to search. */
  readonly exitCode: number;
  readonly error: string;
  /** The search was killed, so that there may be more: what is told of that. Null: it came to its end. */
  readonly incomplete: string | null;
}

/** The exit code of a search in what is not there. */
export const NO_ROOT = 90;

/** Gives whether there was more than is read. */
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

/** Keeps the start of a text. */
function startOf(most: number): OutputTaker & { text: string } {
  return {
    text: "",
    add(piece) {
      this.text += piece.slice(0, most - this.text.length);
    },
  };
}

/** A path of ripgrep's answer, made absolute. */
export function foundPath(path: string, root: string): string {
  return path.startsWith("/") ? path : `${root === "/" ? "" : root}/${path.replace(/^\.\//, "")}`;
}

/**
 * Runs ripgrep inside the sandbox, where a hostile pattern can hurt only its own process. A folder is searched from inside
 * itself, because ripgrep takes globs from where it runs; `foundPath` makes its paths absolute again.
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
  const place = shellQuote(root);
  const search = ["rg", ...words.map(shellQuote)].join(" ");
  const process = await sandbox.spawn({
    command: `if [ -d ${place} ]; then cd -- ${place} && ${search} .; elif [ -e ${place} ]; then ${search} ${place}; else exit ${NO_ROOT}; fi`,
    workingDirectory: "/workspace",
    abortSignal: AbortSignal.any([context.signal, timeout, full.signal]),
    group: context.sessionId,
  });
  const error = startOf(MAX_ERROR);
  const [{ exitCode }, isFull] = await Promise.all([
    process.wait(),
    readInto(taker, process.stdout, () => full.abort()),
    readInto(error, process.stderr, () => full.abort()),
  ]);
  return {
    exitCode,
    error: redactorOf(context)(cleanText(error.text)).slice(0, MAX_SHOWN_ERROR),
    incomplete: timeout.aborted ? TOO_LONG : isFull ? TOO_MUCH : null,
  };
}

const TOO_LONG = `[the search was stopped after ${TIMEOUT_MS / 1000} s: this is not all. Search a smaller folder.]`;
const TOO_MUCH = `[the search was stopped after ${MAX_BYTES / 1_048_576} MiB of matches: this is not all. Search a smaller folder, or for less.]`;
