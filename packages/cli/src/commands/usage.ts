import type { Schemas } from "@workspace-agent/client";
import type { Command } from "commander";
import { cleanLine, jsonLine } from "../clean-text.ts";
import { inWorkspace, withJson, withWorkspace, type WorkspaceFlag } from "../command-options.ts";
import type { Context } from "../context.ts";
import { printTable } from "../print.ts";

type Usage = Schemas["Usage"];
type Figures = Omit<Schemas["UsageByDay"], "day">;

const FIGURES = ["turns", "steps", "calls", "input", "output", "cache read", "cost", "time"];

function figuresOf(used: Figures): readonly string[] {
  const { turns, steps, tool_calls, input_tokens, output_tokens, cache_read_tokens, cost_usd, duration_ms } =
    used;
  const counts = [turns, steps, tool_calls, input_tokens, output_tokens, cache_read_tokens].map(String);
  const cost = cost_usd === null ? "?" : `$${cost_usd.toFixed(2)}`;
  return [...counts, cost, `${Math.round(duration_ms / 1000)} s`];
}

function print(context: Context, usage: Usage): void {
  const { by_day, by_model } = usage;
  printTable(
    context,
    ["day", ...FIGURES],
    [...by_day.map((used) => [used.day, ...figuresOf(used)]), ["all", ...figuresOf(usage)]],
  );
  if (by_model.length === 0) return;
  context.output.out("\n");
  printTable(
    context,
    ["model", ...FIGURES],
    by_model.map((used) => [
      used.model === "" ? "(never started)" : cleanLine(used.model, 80),
      ...figuresOf(used),
    ]),
  );
}

export function addUsage(program: Command, context: Context): void {
  withJson(withWorkspace(program.command("usage")))
    .summary("show what a workspace used")
    .description("Show turns, tokens, cost and time of a workspace: by day, in all, and by model.")
    .addHelpText("after", "\nExample:\n  workspace-agent usage --workspace notes --json | jq .cost_usd")
    .action(async (flags: WorkspaceFlag) => {
      const { client, id } = await inWorkspace(context, flags);
      const usage = await client.get("/api/workspaces/{id}/usage", { params: { path: { id } } });
      if (flags.json === undefined) print(context, usage);
      else context.output.out(jsonLine(usage));
    });
}
