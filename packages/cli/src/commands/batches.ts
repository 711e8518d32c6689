import type { Batch } from "@workspace-agent/client";
import { batchesOf } from "@workspace-agent/client/batches";
import type { Command } from "commander";
import { standingOf } from "../batch-view.ts";
import { cleanLine, jsonLine } from "../clean-text.ts";
import type { Context } from "../context.ts";
import { parseCount } from "../count.ts";
import { table } from "../output.ts";

const EXAMPLES = `
Examples:
  workspace-agent run --batch items.ndjson --template invoices --detach     # prints the id
  workspace-agent batches
  workspace-agent batches get bat_01kg9w7f9h1k3m5p7r9t1v3x5z
  workspace-agent batches results bat_01kg9w7f9h1k3m5p7r9t1v3x5z --follow > results.ndjson
  workspace-agent batches cancel bat_01kg9w7f9h1k3m5p7r9t1v3x5z`;

interface ListFlags {
  readonly limit: number;
  readonly json?: true;
}

const ONE = "/api/batches/{batch_id}";

function rowOf(batch: Batch): readonly string[] {
  return [batch.id, cleanLine(batch.name ?? "", 40), batch.created_at, standingOf(batch)];
}

export function addBatches(program: Command, context: Context): void {
  const { out } = context.output;
  const batches = program
    .command("batches")
    .summary("list batches, read their results, cancel them")
    .description("List the batches, newest first. `run --batch FILE` makes one.")
    .option("--limit <count>", "maximum number of batches", parseCount(1), 50)
    .option("--json", "write one JSON object per line")
    .addHelpText("after", EXAMPLES)
    .action(async ({ limit, json }: ListFlags) => {
      const client = await context.connect();
      const rows: (readonly string[])[] = [];
      let count = 0;
      for await (const batch of client.list("/api/batches", {
        params: { query: { limit: Math.min(limit, 200) } },
      })) {
        if (count++ >= limit) break;
        if (json !== undefined) out(jsonLine(batch));
        else rows.push(rowOf(batch));
      }
      out(table(rows));
    });
  const write = (batch: Batch) => {
    const { json }: ListFlags = batches.opts();
    out(json === undefined ? table([rowOf(batch)]) : jsonLine(batch));
  };
  batches
    .command("get")
    .description("Show how a batch stands.")
    .argument("<id>")
    .action(async (batch_id: string) => {
      const client = await context.connect();
      write(await client.get(ONE, { params: { path: { batch_id } } }));
    });
  batches
    .command("results")
    .description("Write the results so far, one JSON object per line.")
    .argument("<id>")
    .option("--follow", "go on until the batch has ended")
    .action(async (id: string, { follow = false }: { readonly follow?: boolean }) => {
      const client = await context.connect();
      for await (const result of batchesOf(client).results(id, { follow })) out(jsonLine(result));
    });
  batches
    .command("cancel")
    .description("Interrupt the running items of a batch; the others do not begin.")
    .argument("<id>")
    .action(async (batch_id: string) => {
      const client = await context.connect();
      write(await client.post(`${ONE}/cancel`, { params: { path: { batch_id } } }));
    });
}
