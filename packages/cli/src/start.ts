import { EXIT } from "./exit-codes.ts";
import { processOutput } from "./output.ts";
import { runCommand } from "./program.ts";

/** Runs the command of this process. */
export async function start(): Promise<void> {
  // The reader is gone.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      process.exit(error.code === "EPIPE" ? EXIT.brokenPipe : EXIT.failed);
    });
  }
  process.exitCode = await runCommand(process.argv.slice(2), process.env, processOutput);
}
