import type { JsonSchema } from "@workspace-agent/client";
import type { Command } from "commander";
import { parseAmount } from "../amount.ts";
import { findWorkspace } from "../connection.ts";
import type { Context } from "../context.ts";
import { parseCount } from "../count.ts";
import { wrongUse } from "../exit-codes.ts";
import { followBatch } from "../follow-batch.ts";
import { defined } from "../json.ts";

/** The options of `run` that a batch takes too, and its own. */
export interface BatchFlags {
  readonly workspace?: string;
  readonly template?: string;
  readonly snapshot?: string;
  readonly jsonSchema?: string;
  readonly detach?: true;
  readonly key?: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly batch?: string;
  readonly concurrency?: number;
  readonly budgetUsd?: number;
  readonly name?: string;
}

const OF_TASK = ["new", "session", "file", "attach", "get", "json", "timeout"];
const OF_BATCH = ["snapshot", "concurrency", "budgetUsd", "name"];

export function addBatchOptions(run: Command): Command {
  return run
    .option(
      "-b, --batch <file>",
      "do each of the tasks in this file, one JSON object per line; - reads standard input",
    )
    .option("--snapshot <id>", "with --batch: a new workspace with the files of this snapshot for each item")
    .option("--concurrency <count>", "with --batch: how many tasks run at once (default: 4)", parseCount(1))
    .option("--budget-usd <amount>", "with --batch: begin no further task after this cost", parseAmount)
    .option("--name <name>", "with --batch: the name of the batch");
}

/** What `run` is to do: the tasks of a file, or one task in a workspace. */
export type Work = { readonly batch: string } | { readonly task: string; readonly workspace: string };

/** Refuses options that go only without `--batch`, or only with it. */
export function workOf(
  task: string | undefined,
  { batch, workspace, template, snapshot }: BatchFlags,
  isGiven: (name: string) => boolean,
): Work {
  const isBatch = batch !== undefined;
  const wrong = (isBatch ? OF_TASK : OF_BATCH).find(isGiven);
  const option = wrong?.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);
  if (option !== undefined)
    throw wrongUse(`--${option} ${isBatch ? "cannot be used with" : "requires"} --batch.`);
  if (batch === undefined) {
    if (task === undefined) throw wrongUse("Give a task, or a file of tasks with --batch.");
    if (workspace === undefined) throw wrongUse("A task requires --workspace.");
    return { task, workspace };
  }
  if (task !== undefined) throw wrongUse("Use either a task or --batch.");
  if ([workspace, template, snapshot].filter((where) => where !== undefined).length > 1)
    throw wrongUse("Use only one of --workspace, --template and --snapshot.");
  return { batch };
}

export async function runBatch(
  file: string,
  { workspace, template, snapshot, name, concurrency, budgetUsd, metadata, key, detach }: BatchFlags,
  schema: JsonSchema | undefined,
  context: Context,
): Promise<void> {
  const client = await context.connect();
  const given = workspace === undefined ? undefined : await findWorkspace(client, workspace);
  const budget = budgetUsd === undefined ? undefined : { usd: budgetUsd };
  const head = {
    ...defined({ name, concurrency, budget }),
    defaults: {
      ...defined({ workspace_id: given?.id, template, snapshot_id: snapshot }),
      turn: { metadata, ...defined({ output: schema && { schema } }) },
    },
  };
  context.exitWith(await followBatch(client, { file, head, key, isDetached: detach !== undefined }, context));
}
