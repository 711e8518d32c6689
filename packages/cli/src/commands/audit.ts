import type { Command } from "commander";
import { createReadStream } from "node:fs";
import { verifyAuditLog } from "../verify-audit-log.ts";
import type { Context } from "../context.ts";

const EXAMPLES = `
Sign in with a browser or with curl, and export the log:
  curl -b cookies.txt -H 'Accept: application/x-ndjson' https://agents.example/api/audit > audit.ndjson

Then check it; no instance is needed:
  workspace-agent audit verify audit.ndjson

Store the printed hash: it is the only way to detect that entries are missing at the end of a later export.
  workspace-agent audit verify audit.ndjson --contains 9f86d081884c7d65…`;

/** JSON can contain U+2028, which the line reader of Node treats as a line break. */
async function* linesOf(file: string): AsyncGenerator<string, void> {
  let rest = "";
  for await (const chunk of createReadStream(file, "utf8")) {
    const lines = `${rest}${String(chunk)}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  yield rest;
}

export function addAudit(program: Command, context: Context): void {
  const audit = program
    .command("audit")
    .summary("check an exported audit log")
    .addHelpText("after", EXAMPLES);
  audit
    .command("verify")
    .description("Check that no entry of an exported audit log was changed, added or removed.")
    .argument("<file>", "the export, with one entry per line")
    .option("--contains <hash>", "a hash printed by an earlier check, whose entry must be in the log")
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, { contains }: { readonly contains?: string }) => {
      const { count, last } = await verifyAuditLog(linesOf(file), contains ?? null);
      context.output.out(`${count} entries are unchanged; the last hash is ${last}\n`);
    });
}
