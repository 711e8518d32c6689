import type { Listed } from "@workspace-agent/client";
import { InvalidArgumentError, type Command } from "commander";
import { createReadStream } from "node:fs";
import { cleanLine, jsonLine } from "../clean-text.ts";
import { withJson, type JsonFlag } from "../command-options.ts";
import type { Context } from "../context.ts";
import { parseCount } from "../count.ts";
import { linesOf } from "../lines-of.ts";
import { writeBytes } from "../local-files.ts";
import { onThisHost } from "../on-this-host.ts";
import { printList, type ListFlags } from "../print.ts";
import { verifyAuditLog } from "../verify-audit-log.ts";

const EXAMPLES = `
On the host of the server, as its user (it uses a socket in DATA_DIR, default ./data):
  workspace-agent audit --limit 20
  workspace-agent audit --action token.created --json
  workspace-agent audit export audit.ndjson

On any computer; no instance is needed:
  workspace-agent audit verify audit.ndjson

Store the printed hash: it is the only way to detect that entries are missing at the end of a later export.
  workspace-agent audit verify audit.ndjson --contains 9f86d081884c7d65…`;

type Entry = Listed<"/api/audit">;

const ACTIONS = [
  "sign_in.succeeded",
  "sign_in.failed",
  "sign_out",
  "token.created",
  "token.revoked",
  "token.used",
  "config.changed",
  "approval.answered",
] as const satisfies readonly Entry["action"][];

function parseAction(text: string): Entry["action"] {
  const found = ACTIONS.find((each) => each === text);
  if (found === undefined) throw new InvalidArgumentError(`Must be one of: ${ACTIONS.join(", ")}.`);
  return found;
}

const COLUMNS = {
  head: ["seq", "time", "action", "by", "address", "workspace"],
  row: ({ seq, at, action, by, address, workspace_id }: Entry) => [
    String(seq),
    at,
    action,
    cleanLine(by?.id ?? "", 40),
    cleanLine(address ?? "", 45),
    workspace_id ?? "",
  ],
};

interface AuditFlags extends ListFlags {
  readonly action?: Entry["action"];
}

export function addAudit(program: Command, context: Context): void {
  const { out } = context.output;
  const audit = withJson(program.command("audit"))
    .summary("list, export and check the audit log")
    .description("List the entries of the audit log, newest first, on the host of the server.")
    .option("--action <action>", "only entries with this action, such as token.created", parseAction)
    .option("--limit <count>", "maximum number of entries", parseCount(1), 50)
    .addHelpText("after", EXAMPLES)
    .action(async (flags: AuditFlags) => {
      const { action } = flags;
      await onThisHost(context, async (client) => {
        const query = { limit: Math.min(flags.limit ?? 50, 500), ...(action !== undefined && { action }) };
        await printList(context, client.list("/api/audit", { params: { query } }), COLUMNS, flags);
      });
    });
  audit
    .command("export")
    .description(
      "Save the complete log, oldest entry first, one JSON object per line, on the host of the server. Without a file, it is written to standard output.",
    )
    .argument("[file]")
    .action(async (file: string | undefined) => {
      await onThisHost(context, async (client) => {
        const { response } = await client.api.GET("/api/audit", {
          headers: { accept: "application/x-ndjson" },
          parseAs: "stream",
        });
        await writeBytes(response, file, context);
      });
    });
  withJson(audit.command("verify"))
    .description("Check that no entry of an exported audit log was changed, added or removed.")
    .argument("<file>", "the export, with one entry per line")
    .option("--contains <hash>", "a hash printed by an earlier check, whose entry must be in the log")
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, { contains, json }: JsonFlag & { readonly contains?: string }) => {
      const { count, last } = await verifyAuditLog(linesOf(createReadStream(file)), contains ?? null);
      out(
        json === undefined
          ? `${count} entries are unchanged; the last hash is ${last}\n`
          : jsonLine({ entries: count, last_hash: last }),
      );
    });
}
