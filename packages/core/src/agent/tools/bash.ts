import * as v from "valibot";
import { KILLED } from "../../ports/never-started.ts";
import { OutputCollector } from "../output-collector.ts";
import { SpilledOutput, TELL_LOST, tellSpilled } from "../../outputs/spilled-output.ts";
import { StreamRedactor } from "../../redaction/stream-redactor.ts";
import { cleanStyledText, RESET, separateStyles, type TextStyle } from "../../runtime/styled-text.ts";
import { TextCleaner } from "../../runtime/text-cleaner.ts";
import { tool } from "../make-tool.ts";
import type { RunContext, ToolOutcome } from "../tool.ts";
import { commandScript, ROOT, splitReport, withoutReport } from "./command-script.ts";
import { refusalNotes } from "./refusal-notes.ts";
import { startInBackground } from "./start-in-background.ts";
import { nonEmptyText } from "./text-argument.ts";

const DEFAULT_TIMEOUT_SECONDS = 120;
const MAX_TIMEOUT_SECONDS = 600;

/** The report of the last directory is within this many characters of the output's end, unless child processes write after it. */
const REPORT_CHARACTERS = 8_192;

/** Where the output of a command goes while it runs. */
interface OutputReaders {
  readonly output: OutputCollector;
  readonly spilled: SpilledOutput;
  readonly show: (text: string) => void;
}

/** Cleans each stream separately, because output of one may interrupt an escape sequence of the other. */
async function drain(
  stream: ReadableStream<Uint8Array>,
  { output, spilled, show }: OutputReaders,
): Promise<void> {
  const decoder = new TextDecoder();
  const cleaner = new TextCleaner(cleanStyledText);
  const add = (styled: string) => {
    const piece = separateStyles(styled);
    output.add(piece);
    show(piece.text);
    return spilled.add(piece.text);
  };
  for await (const chunk of stream) await add(cleaner.add(decoder.decode(chunk, { stream: true })));
  await add(cleaner.add(decoder.decode()) + cleaner.end());
}

/** The styles of a text of this length, without those that end at its end or after it. What follows the text has no style. */
function within(styles: readonly TextStyle[], length: number): readonly TextStyle[] {
  const inside = styles.filter(({ at }) => at < length);
  const isOpen = inside.length > 0 && inside.at(-1)?.sgr !== RESET;
  return isOpen ? [...inside, { at: length, sgr: RESET }] : inside;
}

const TERMINAL = { columns: 120, rows: 40 };

const ENTRIES = {
  command: nonEmptyText("The command, as a script for bash."),
  timeout_seconds: v.optional(
    v.pipe(
      v.number(),
      v.minValue(1),
      v.maxValue(MAX_TIMEOUT_SECONDS),
      v.description(
        `After this time the command and everything it started are killed. Default ${DEFAULT_TIMEOUT_SECONDS}, at most ${MAX_TIMEOUT_SECONDS}. Not for \`run_in_background\`.`,
      ),
    ),
  ),
  run_in_background: v.optional(
    v.pipe(
      v.boolean(),
      v.description(
        "Return an id at once and let the command continue, also after the turn, for at most 30 minutes. Read its output with `bash_output`.",
      ),
    ),
  ),
};

const Arguments = v.strictObject(ENTRIES);
const TerminalArguments = v.strictObject({
  ...ENTRIES,
  pty: v.optional(
    v.pipe(
      v.boolean(),
      v.description(
        "Run the command in a terminal, for programs that need one. Nobody types into it. Not for `run_in_background`.",
      ),
    ),
  ),
});

async function run(
  {
    command,
    timeout_seconds,
    run_in_background = false,
    pty = false,
  }: v.InferOutput<typeof TerminalArguments>,
  context: RunContext,
): Promise<ToolOutcome> {
  if (run_in_background) return startInBackground(command, context);
  const seconds = timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS;
  const marker = `[${crypto.randomUUID()}]`;
  const sandbox = await context.sandbox();
  // The time to open the sandbox is not the command's.
  const timeout = AbortSignal.timeout(Math.ceil(seconds * 1000));
  const process = await sandbox.spawn({
    // Without `-onlcr` a terminal adds a carriage return to each line.
    command: commandScript(pty ? `stty -onlcr; ${command}` : command, context.workingDirectory, marker),
    ...(pty && { pty: TERMINAL }),
    // The script changes the directory itself, so that a deleted directory does not stop it.
    workingDirectory: ROOT,
    env: context.env,
    abortSignal: AbortSignal.any([context.signal, timeout]),
    group: context.caller.sessionId,
  });
  const spilled = new SpilledOutput({
    sandbox,
    redactor: context.streamRedactor?.() ?? new StreamRedactor(),
    holdBack: REPORT_CHARACTERS,
    signal: context.signal,
    days: context.outputsDays ?? null,
  });
  const output = new OutputCollector();
  const show = context.show ?? (() => {});
  const [{ exitCode, isLate, isStopped }] = await Promise.all([
    process.wait().then(({ exitCode }) => {
      // What aborts after its end, while files or the output are stored, has killed nothing.
      const isKilled = exitCode === KILLED;
      return { exitCode, isLate: isKilled && timeout.aborted, isStopped: isKilled && context.signal.aborted };
    }),
    drain(process.stdout, { output, spilled, show: withoutReport(marker, show) }),
    drain(process.stderr, { output, spilled, show }),
  ]).catch((error: unknown) => {
    spilled.abandon(error);
    throw error;
  });
  const whole = await spilled.finish((end) => splitReport(end, marker).text);
  const collected = output.collect();
  const { text, styles, directory } = splitReport(collected.output, marker, collected.styles);
  const notes: string[] = [];
  if (isLate) notes.push(`[killed: the command ran longer than ${seconds} s]`);
  else if (isStopped) notes.push("[killed: the turn was stopped]");
  else if (exitCode !== 0) notes.push(`[exit code ${exitCode}]`);
  const isFailure = notes.length > 0;
  notes.push(...refusalNotes(sandbox));
  if (whole !== null) notes.push(tellSpilled(whole));
  else if (spilled.isLost && !isStopped) notes.push(TELL_LOST);
  const shown = text.endsWith("\n") ? text.slice(0, -1) : text;
  const shownStyles = within(styles, shown.length);
  return {
    output: [shown, ...notes].filter((line) => line !== "").join("\n") || "[no output]",
    isError: isFailure,
    dropped: collected.dropped,
    ...(shownStyles.length > 0 && { styles: shownStyles }),
    ...(directory !== null && { workingDirectory: directory }),
  };
}

const BASH = {
  name: "bash",
  description: [
    "Runs a command with bash in the workspace's sandbox and gives its output (standard output and error together) and exit code.",
    "The working directory persists from one call to the next; variables, functions and options do not.",
    "Standard input is closed. Processes that the command leaves behind end with it: start a server with `run_in_background`.",
    "Long output is cut in the middle; the complete output is in a file that the result names.",
  ].join(" "),
  isReadOnly: false,
  isOneCommand: true,
  subjects: ({ command }: { readonly command: string }) => ({ names: [command] }),
  run,
};

export const bashTool = tool({ ...BASH, parameters: Arguments });

/** For sandboxes with terminals. */
export const terminalBashTool = tool({ ...BASH, parameters: TerminalArguments });
