import * as v from "valibot";
import type { SandboxProcess } from "../../ports/sandbox.ts";
import { OutputCollector } from "../output-collector.ts";
import { TextCleaner } from "../text-cleaner.ts";
import { defineTool, type ToolOutcome } from "../tool.ts";
import { commandScript, ROOT, splitReport } from "./command-script.ts";

export const DEFAULT_TIMEOUT_SECONDS = 120;
export const MAX_TIMEOUT_SECONDS = 600;

/** Each stream is cleaned for itself: an escape of one may be cut by the other. */
async function drain(stream: ReadableStream<Uint8Array>, output: OutputCollector): Promise<void> {
  const decoder = new TextDecoder();
  const cleaner = new TextCleaner();
  for await (const chunk of stream) output.add(cleaner.add(decoder.decode(chunk, { stream: true })));
  output.add(cleaner.add(decoder.decode()) + cleaner.end());
}

async function collect(
  process: SandboxProcess,
): Promise<{ readonly output: OutputCollector; readonly exitCode: number }> {
  const output = new OutputCollector();
  const [{ exitCode }] = await Promise.all([
    process.wait(),
    drain(process.stdout, output),
    drain(process.stderr, output),
  ]);
  return { output, exitCode };
}

export const bashTool = defineTool({
  name: "bash",
  description: [
    "Runs a command with bash in the workspace's sandbox and gives its output (standard output and error together) and exit code.",
    "The working directory is kept from one call to the next; variables, functions and options are not.",
    "Standard input is closed. Processes that the command leaves behind are ended with it.",
    "Long output is cut in the middle: redirect it to a file and read that in parts.",
  ].join(" "),
  isReadOnly: false,
  parameters: v.strictObject({
    command: v.pipe(v.string(), v.minLength(1), v.description("The command, as a script for bash.")),
    timeout_seconds: v.optional(
      v.pipe(
        v.number(),
        v.minValue(1),
        v.maxValue(MAX_TIMEOUT_SECONDS),
        v.description(
          `After this long the command and all it started are killed. Default ${DEFAULT_TIMEOUT_SECONDS}, at most ${MAX_TIMEOUT_SECONDS}.`,
        ),
      ),
    ),
  }),
  subjects: ({ command }) => ({ names: [command] }),
  async run({ command, timeout_seconds }, context): Promise<ToolOutcome> {
    const seconds = timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS;
    const timeout = AbortSignal.timeout(seconds * 1000);
    const marker = `[${crypto.randomUUID()}]`;
    const sandbox = await context.sandbox();
    const process = await sandbox.spawn({
      command: commandScript(command, context.workingDirectory, marker),
      // The script enters its directory by itself: one that was deleted must not stop it.
      workingDirectory: ROOT,
      env: context.env,
      abortSignal: AbortSignal.any([context.signal, timeout]),
      group: context.sessionId,
    });
    const { output, exitCode } = await collect(process);
    const collected = output.collect();
    const { text, directory } = splitReport(collected.output, marker);
    const notes: string[] = [];
    if (timeout.aborted) notes.push(`[killed: the command ran longer than ${seconds} s]`);
    else if (context.signal.aborted) notes.push("[killed: the turn was stopped]");
    else if (exitCode !== 0) notes.push(`[exit code ${exitCode}]`);
    const shown = text.endsWith("\n") ? text.slice(0, -1) : text;
    return {
      output: [shown, ...notes].filter((line) => line !== "").join("\n") || "[no output]",
      isError: notes.length > 0,
      dropped: collected.dropped,
      ...(directory !== null && { workingDirectory: directory }),
    };
  },
});
