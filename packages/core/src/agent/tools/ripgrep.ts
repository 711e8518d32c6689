import { cleanText } from "../text.ts";
import type { ToolContext } from "../tool.ts";
import { shellQuote } from "./shell-quote.ts";

const TIMEOUT_MS = 60_000;
/** What is read of ripgrep's output; the rest is dropped. */
const MAX_BYTES = 4_194_304;

export interface RipgrepResult {
  readonly output: string;
  /** 0 found, 1 nothing found, 2 an error, 127 not installed, `NO_ROOT` where there is nothing to search. */
  readonly exitCode: number;
  readonly error: string;
  readonly truncated: boolean;
  /** The search was killed, so that there may be more. */
  readonly timedOut: boolean;
}

/** The exit code of a search in what is not there. */
export const NO_ROOT = 90;

async function readText(
  stream: ReadableStream<Uint8Array>,
): Promise<{ readonly text: string; readonly truncated: boolean }> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size <= MAX_BYTES) text += decoder.decode(chunk, { stream: true });
  }
  return { text, truncated: size > MAX_BYTES };
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
): Promise<RipgrepResult> {
  const sandbox = await context.sandbox();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const place = shellQuote(root);
  const search = ["rg", ...words.map(shellQuote)].join(" ");
  const process = await sandbox.spawn({
    command: `if [ -d ${place} ]; then cd -- ${place} && ${search} .; elif [ -e ${place} ]; then ${search} ${place}; else exit ${NO_ROOT}; fi`,
    workingDirectory: "/workspace",
    abortSignal: AbortSignal.any([context.signal, timeout]),
    group: context.sessionId,
  });
  const [{ exitCode }, stdout, stderr] = await Promise.all([
    process.wait(),
    readText(process.stdout),
    readText(process.stderr),
  ]);
  return {
    output: stdout.text,
    exitCode,
    error: cleanText(stderr.text).slice(0, 2_000),
    truncated: stdout.truncated || timeout.aborted,
    timedOut: timeout.aborted,
  };
}

/** What is told of a search that was killed. */
export const INCOMPLETE = `[the search was stopped after ${TIMEOUT_MS / 1000} s: this is not all. Search a smaller folder.]`;
