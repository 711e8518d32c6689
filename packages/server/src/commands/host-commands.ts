import type { Command } from "commander";
import { EXIT, HOST_GROUP, type Context } from "@workspace-agent/cli";

const SETTINGS = `
The settings are environment variables, such as DATA_DIR (default ./data), PORT, SANDBOX and MODEL.`;

/** Exits with what failed and why. What was started by then may keep the process running. */
async function orExit<T>(context: Context, failure: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { messageOf } = await import("../failure.ts");
    context.output.note(messageOf(failure, error));
    process.exit(EXIT.failed);
  }
}

/** Runs a command that ends, and whose result is whether all went well. */
async function runToEnd(context: Context, failure: string, work: () => Promise<boolean>): Promise<void> {
  process.exit((await orExit(context, failure, work)) ? EXIT.ok : EXIT.failed);
}

export function addServe(program: Command, context: Context): void {
  program
    .command("serve")
    .helpGroup(HOST_GROUP)
    .summary("run a server")
    .description("Run the server until it receives SIGTERM or SIGINT.")
    .option("--strict", "do not start if commands can escape from the sandbox on this host")
    .addHelpText("after", `${SETTINGS}\n\nExample:\n  PORT=8787 MODEL=rehearsal workspace-agent serve`)
    .action(async ({ strict = false }: { readonly strict?: boolean }) => {
      await orExit(context, "The server cannot start", async () => {
        const { serve } = await import("../serve.ts");
        await serve(context.env, { isStrict: strict, print: context.output.out });
      });
    });
}

export function addDoctor(program: Command, context: Context): void {
  program
    .command("doctor")
    .helpGroup(HOST_GROUP)
    .summary("test the sandbox of this host")
    .description("Try to escape from the sandbox on this host. It takes a minute and changes nothing.")
    .addHelpText("after", SETTINGS)
    .action(async () => {
      await runToEnd(context, "The sandbox was not tested", async () => {
        const { doctor } = await import("../doctor.ts");
        return await doctor(context.env, context.output.out);
      });
    });
}

export function addBackup(program: Command, context: Context): void {
  program
    .command("backup")
    .helpGroup(HOST_GROUP)
    .summary("save a data folder")
    .description(
      "Save the database, files and keys in DATA_DIR to a new folder. The server may run meanwhile.",
    )
    .argument("<dir>", "the folder to create, outside of DATA_DIR")
    .addHelpText(
      "after",
      "\nExample:\n  DATA_DIR=/var/lib/workspace-agent workspace-agent backup /backups/monday",
    )
    .action(async (folder: string) => {
      await runToEnd(context, "There is no backup", async () => {
        const [{ backUp }, { readSettings }] = await Promise.all([
          import("../backup/backup.ts"),
          import("../settings.ts"),
        ]);
        return await backUp(readSettings(context.env), folder, context.output.out);
      });
    });
}

export function addRestore(program: Command, context: Context): void {
  program
    .command("restore")
    .helpGroup(HOST_GROUP)
    .summary("restore a data folder")
    .description("Restore a backup into an empty DATA_DIR.")
    .argument("<dir>", "the folder of the backup")
    .addHelpText("after", "\nExample:\n  DATA_DIR=/var/lib/new workspace-agent restore /backups/monday")
    .action(async (folder: string) => {
      await runToEnd(context, "The backup was not restored", async () => {
        const [{ restore }, { readSettings }] = await Promise.all([
          import("../backup/restore.ts"),
          import("../settings.ts"),
        ]);
        await restore(readSettings(context.env), folder, context.output.out);
        return true;
      });
    });
}
