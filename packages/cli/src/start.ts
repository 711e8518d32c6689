import { EXIT } from "./exit-codes.ts";
import { processOutput } from "./output.ts";
import { processPrompt } from "./prompt.ts";
import { runCommand, type Commands } from "./program.ts";

/** Runs the command of this process, which may be a `further` one. */
export async function start(further: Commands = {}): Promise<void> {
  // The reader is gone.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      process.exit(error.code === "EPIPE" ? EXIT.brokenPipe : EXIT.failed);
    });
  }
  process.exitCode = await runCommand(
    process.argv.slice(2),
    process.env,
    processOutput,
    processPrompt,
    further,
  );
}
