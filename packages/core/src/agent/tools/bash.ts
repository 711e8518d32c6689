import * as v from "valibot";
import type { SandboxProcess } from "../../ports/sandbox.ts";
import { OutputCollector } from "../output-collector.ts";
import { defineTool, type ToolOutcome } from "../tool.ts";

export const DEFAULT_TIMEOUT_SECONDS = 120;
export const MAX_TIMEOUT_SECONDS = 600;

/**
 * Wraps a command so that the shell's last directory is known: a marker and `pwd` come last on standard output. The trap
 * also sees `exit`; where the shell has no traps the marker follows the command.
 */
function withDirectoryReport(command: string, marker: string): string {
  return [
    `__wa_report() { printf '%s%s\\n' '${marker}' "$PWD"; }`,
    "trap __wa_report EXIT 2>/dev/null; __wa_trap=$?",
    command,
    `__wa_code=$?; [ "$__wa_trap" = 0 ] || __wa_report; exit "$__wa_code"`,
  ].join("\n");
}

async function drain(stream: ReadableStream<Uint8Array>, onText: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) onText(decoder.decode(chunk, { stream: true }));
  onText(decoder.decode());
}

/** Splits the directory report off the end of a standard output. */
function splitReport(
  output: string,
  marker: string,
): { readonly text: string; readonly directory: string | null } {
  const start = output.lastIndexOf(marker);
  if (start < 0) return { text: output, directory: null };
  const line = output.slice(start + marker.length);
  const end = line.indexOf("\n");
  const directory = end < 0 ? line : line.slice(0, end);
  return {
    text: output.slice(0, start) + (end < 0 ? "" : line.slice(end + 1)),
    directory: directory.startsWith("/") ? directory : null,
  };
}

async function collect(
  process: SandboxProcess,
): Promise<{ readonly output: OutputCollector; readonly exitCode: number }> {
  const output = new OutputCollector();
  const add = (text: string) => output.add(text);
  const [{ exitCode }] = await Promise.all([
    process.wait(),
    drain(process.stdout, add),
    drain(process.stderr, add),
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
      command: withDirectoryReport(command, marker),
      workingDirectory: context.workingDirectory,
      env: context.env,
      abortSignal: AbortSignal.any([context.signal, timeout]),
      group: context.sessionId,
    });
    const { output, exitCode } = await collect(process);
    const collected = output.collect();
    const { text, directory } = splitReport(collected.text, marker);
    const notes: string[] = [];
    if (timeout.aborted) notes.push(`[killed: the command ran longer than ${seconds} s]`);
    else if (context.signal.aborted) notes.push("[killed: the turn was stopped]");
    else if (exitCode !== 0) notes.push(`[exit code ${exitCode}]`);
    const shown = text.endsWith("\n") ? text.slice(0, -1) : text;
    return {
      output: [shown, ...notes].filter((line) => line !== "").join("\n") || "[no output]",
      isError: notes.length > 0,
      truncated: collected.truncated,
      ...(directory !== null && { workingDirectory: directory }),
    };
  },
});
