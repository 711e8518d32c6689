import { cleanText } from "../text.ts";
import type { ToolContext } from "../tool.ts";
import { shellQuote } from "./shell-quote.ts";

const TIMEOUT_MS = 60_000;
/** What is read of ripgrep's output; the rest is dropped. */
const MAX_BYTES = 4_194_304;

export interface RipgrepResult {
  readonly output: string;
  /** 0 found, 1 nothing found, 2 an error, 127 not installed. */
  readonly exitCode: number;
  readonly error: string;
  readonly truncated: boolean;
}

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

/** Runs ripgrep inside the sandbox, where a hostile pattern can hurt only its own process. */
export async function ripgrep(words: readonly string[], context: ToolContext): Promise<RipgrepResult> {
  const sandbox = await context.sandbox();
  const process = await sandbox.spawn({
    command: ["rg", ...words.map(shellQuote)].join(" "),
    workingDirectory: context.workingDirectory,
    abortSignal: AbortSignal.any([context.signal, AbortSignal.timeout(TIMEOUT_MS)]),
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
    truncated: stdout.truncated,
  };
}
