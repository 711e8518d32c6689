import type { Rewind } from "@workspace-agent/client";
import type { Command } from "commander";
import { cleanText, jsonLine } from "../clean-text.ts";
import type { YesFlag } from "../command-options.ts";
import { findWorkspace } from "../connection.ts";
import type { Context } from "../context.ts";
import { CommandError, wrongUse } from "../exit-codes.ts";
import { checkConfirmable, confirm } from "../prompt.ts";
import { rewindView } from "../rewind-view.ts";

const EXAMPLES = `
Examples:
  workspace-agent rewind notes ses_01k… --to-turn turn_01k… --dry-run     # what would change
  workspace-agent rewind notes ses_01k… --to-turn turn_01k…
  workspace-agent rewind notes ses_01k… --to-snapshot snp_01k… --files
  workspace-agent snapshots --workspace notes                             # where to`;

interface RewindFlags extends YesFlag {
  readonly toTurn?: string;
  readonly toSnapshot?: string;
  readonly files?: true;
  readonly transcript?: true;
  readonly dryRun?: true;
  readonly force?: true;
}

/** The request that the options ask for. Throws for options that contradict each other. */
function rewindOf(flags: RewindFlags): Rewind {
  const { toTurn, toSnapshot, files, transcript, force = false } = flags;
  if (files !== undefined && transcript !== undefined)
    throw wrongUse("Use --files or --transcript, or neither for both.");
  const parts = files === undefined ? "both" : "files";
  const restore = transcript === undefined ? parts : "transcript";
  if (toTurn !== undefined && toSnapshot === undefined) return { to_turn: toTurn, restore, force };
  if (toSnapshot !== undefined && toTurn === undefined) return { to_snapshot: toSnapshot, restore, force };
  throw wrongUse("Use either --to-turn or --to-snapshot.");
}

export function addRewind(program: Command, context: Context): void {
  const { out, note } = context.output;
  program
    .command("rewind")
    .summary("take turns of a session back")
    .description(
      "Return a session and the files of its workspace to before a turn, or to a snapshot. Shows what would change, then asks. Prints the snapshot that undoes it.",
    )
    .argument("<workspace>", "the name or id")
    .argument("<session>")
    .option("--to-turn <id>", "to before this turn")
    .option("--to-snapshot <id>", "to this snapshot")
    .option("--files", "only the files")
    .option("--transcript", "only the transcript")
    .option("--dry-run", "show what would change, and change nothing")
    .option("--force", "also files that others have changed since")
    .option("-y, --yes", "skip the confirmation")
    .option("--json", "write JSON: one object")
    .addHelpText("after", EXAMPLES)
    .action(async (given: string, session_id: string, flags: RewindFlags) => {
      const wanted = rewindOf(flags);
      const { dryRun = false, force = false, yes = false, json = false } = flags;
      if (!dryRun) checkConfirmable(context.prompt, yes, "rewind");
      const client = await context.connect();
      const { id } = await findWorkspace(client, given);
      const params = { path: { id, session_id } };
      const ask = async (body: Rewind) =>
        await client.post("/api/workspaces/{id}/sessions/{session_id}/rewind", { params, body });
      const planned = await ask({ ...wanted, dry_run: true });
      if (dryRun) {
        out(json ? jsonLine(planned) : rewindView(planned));
        return;
      }
      note(rewindView(planned));
      if (planned.counts.conflicts > 0 && !force)
        throw new CommandError("Others have changed files that would change. Use --force to change them.");
      if (!yes) await confirm(context.prompt, "Rewind the session?", "Nothing was changed.");
      const done = await ask(wanted);
      const safety = done.safety_snapshot_id;
      if (json) out(jsonLine(done));
      else if (safety !== null) out(`${safety}\n`);
      if (safety === null) note("rewound\n");
      else
        note(
          `rewound; to undo it: workspace-agent rewind ${id} ${cleanText(session_id)} --to-snapshot ${safety}\n`,
        );
    });
}
