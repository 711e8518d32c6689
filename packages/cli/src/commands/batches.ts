import type { Batch } from "@workspace-agent/client";
import { batchesOf } from "@workspace-agent/client/batches";
import type { Command } from "commander";
import { standingOf } from "../batch-view.ts";
import { cleanLine, jsonLine } from "../clean-text.ts";
import { withJson, type JsonFlag } from "../command-options.ts";
import type { Context } from "../context.ts";
import { parseCount } from "../count.ts";
import { printList, type ListFlags } from "../print.ts";

const EXAMPLES = `
Examples:
  workspace-agent run --batch items.ndjson --template invoices --detach     # prints the id
  workspace-agent batches
  workspace-agent batches get bat_01kg9w7f9h1k3m5p7r9t1v3x5z
  workspace-agent batches results bat_01kg9w7f9h1k3m5p7r9t1v3x5z --follow > results.ndjson
  workspace-agent batches cancel bat_01kg9w7f9h1k3m5p7r9t1v3x5z`;

const ONE = "/api/batches/{batch_id}";

const COLUMNS = {
  head: ["id", "name", "created", "status"],
  row: (batch: Batch) => [batch.id, cleanLine(batch.name ?? "", 40), batch.created_at, standingOf(batch)],
};

export function addBatches(program: Command, context: Context): void {
  const batches = withJson(program.command("batches"))
    .summary("list batches, read their results, cancel them")
    .description("List the batches, newest first. `run --batch FILE` makes one.")
    .option("--limit <count>", "maximum number of batches", parseCount(1), 50)
    .addHelpText("after", EXAMPLES)
    .action(async (flags: ListFlags) => {
      const client = await context.connect();
      const query = { limit: Math.min(flags.limit ?? 50, 200) };
      await printList(context, client.list("/api/batches", { params: { query } }), COLUMNS, flags);
    });
  const onOne = (name: string, description: string) =>
    withJson(batches.command(name)).description(description).argument("<id>");
  const write = async (batch: Batch, flags: JsonFlag) => await printList(context, [batch], COLUMNS, flags);

  onOne("get", "Show how a batch stands.")
    .option("--wait <seconds>", "wait up to so many seconds until the batch ends", parseCount(0))
    .action(async (batch_id: string, flags: JsonFlag & { readonly wait?: number }) => {
      const client = await context.connect();
      const { wait } = flags;
      const params = { path: { batch_id }, query: wait === undefined ? {} : { wait } };
      await write(await client.get(ONE, { params }), flags);
    });
  onOne("results", "Write the results so far, one JSON object per line, with or without --json.")
    .option("--follow", "go on until the batch has ended")
    .action(async (id: string, { follow = false }: { readonly follow?: boolean }) => {
      const client = await context.connect();
      for await (const result of batchesOf(client).results(id, { follow }))
        context.output.out(jsonLine(result));
    });
  onOne("cancel", "Interrupt the running items of a batch; the others do not begin.").action(
    async (batch_id: string, flags: JsonFlag) => {
      const client = await context.connect();
      await write(await client.post(`${ONE}/cancel`, { params: { path: { batch_id } } }), flags);
    },
  );
}
