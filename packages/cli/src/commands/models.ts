import type { ListedModel } from "@workspace-agent/client";
import type { Command } from "commander";
import { cleanLine } from "../clean-text.ts";
import { withJson } from "../command-options.ts";
import type { Context } from "../context.ts";
import { printList, type ListFlags } from "../print.ts";

const EXAMPLES = `
The prices are US dollars per million tokens. A model without a price cannot have a limit in US dollars.

Examples:
  workspace-agent models
  workspace-agent models --json | jq -r 'select(.prices == null).reference'`;

/** `1.05M`, `128K`, `800`. */
function tokens(count: { readonly value: number } | null): string {
  if (count === null) return "?";
  const { value } = count;
  if (value >= 1e6) return `${Math.round(value / 1e4) / 100}M`;
  return value >= 1_000 ? `${Math.round(value / 1_000)}K` : String(value);
}

const COLUMNS = {
  head: ["model", "window", "output", "$ in / out", ""],
  row: ({ reference, context_window, max_output_tokens, prices, is_default }: ListedModel) => [
    cleanLine(reference, 255),
    tokens(context_window),
    tokens(max_output_tokens),
    prices === null ? "?" : `${prices.input} / ${prices.output}`,
    is_default ? "default" : "",
  ],
};

export function addModels(program: Command, context: Context): void {
  withJson(program.command("models"))
    .summary("list the models of the instance")
    .description("List the models that the instance has and the token may use, with windows and prices.")
    .addHelpText("after", EXAMPLES)
    .action(async (flags: ListFlags) => {
      const client = await context.connect();
      const list = client.list("/api/models", { params: { query: { limit: 500 } } });
      await printList(context, list, COLUMNS, flags);
    });
}
