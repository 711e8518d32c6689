import type { Schemas } from "@workspace-agent/client";
import { InvalidArgumentError, type Command } from "commander";
import { cleanLine, cleanText, jsonLine } from "../clean-text.ts";
import { withJson, withYes, type JsonFlag, type YesFlag } from "../command-options.ts";
import { workspaceIds } from "../connection.ts";
import type { Context } from "../context.ts";
import { parseCount } from "../count.ts";
import { wrongUse } from "../exit-codes.ts";
import { defined } from "../json.ts";
import { collect } from "../pairs.ts";
import { printDetails, printDone, printList, type ListFlags } from "../print.ts";
import { checkConfirmable, confirmDeletion } from "../prompt.ts";

type Webhook = Schemas["Webhook"];
type Delivery = Schemas["WebhookDelivery"];
type Event = Webhook["events"][number];

const EXAMPLES = `
Examples:
  workspace-agent webhooks
  workspace-agent webhooks create https://ci.example/hook --event turn.ended --workspace nightly   # prints the secret
  workspace-agent webhooks update whk_01k… --disable
  workspace-agent webhooks deliveries whk_01k… --limit 5
  workspace-agent webhooks replay whk_01k… whd_01k…
  workspace-agent webhooks rotate-secret whk_01k… --keep-previous 3600
  workspace-agent webhooks delete whk_01k…`;

const ONE = "/api/webhooks/{id}";
const EVENTS = [
  "turn.ended",
  "request.opened",
  "schedule.run",
  "batch.ended",
] as const satisfies readonly Event[];

function collectEvents(text: string, before: readonly Event[] = []): readonly Event[] {
  const found = EVENTS.find((each) => each === text);
  if (found === undefined) throw new InvalidArgumentError(`Must be one of: ${EVENTS.join(", ")}.`);
  return [...before, found];
}

const COLUMNS = {
  head: ["id", "url", "events", "state"],
  row: ({ id, url, events, enabled, disabled_reason }: Webhook) => [
    id,
    cleanLine(url, 80),
    events.join(","),
    enabled ? "enabled" : `disabled${disabled_reason === null ? "" : `: ${disabled_reason}`}`,
  ],
};

const DELIVERY_COLUMNS = {
  head: ["id", "created", "event", "status", "attempts", "response"],
  row: ({ id, created_at, event, status, attempts, response_status, error }: Delivery) => [
    id,
    created_at,
    event,
    status,
    String(attempts),
    cleanLine(error ?? String(response_status ?? ""), 60),
  ],
};

interface ChangeFlags extends JsonFlag {
  readonly url?: string;
  readonly description?: string;
  readonly event?: readonly Event[];
  readonly workspace?: readonly string[];
  readonly enable?: true;
  readonly disable?: true;
}

const withFields = (command: Command) =>
  withJson(command)
    .option("--description <text>", "what it is for")
    .option("--event <event>", "only this event; can be repeated (default: all)", collectEvents)
    .option(
      "-w, --workspace <name>",
      "only events of this workspace, by name or id; can be repeated",
      collect,
    )
    .option("--disable", "send nothing");

export function addWebhooks(program: Command, context: Context): void {
  const { out, note } = context.output;
  const webhooks = withJson(program.command("webhooks"))
    .summary("list, create, change and delete webhooks, and read their deliveries")
    .description("List the webhooks.")
    .addHelpText("after", EXAMPLES)
    .action(async (flags: ListFlags) => {
      const client = await context.connect();
      await printList(context, client.list("/api/webhooks"), COLUMNS, flags);
    });
  const onOne = (name: string, description: string) =>
    withJson(webhooks.command(name)).description(description).argument("<id>");

  /** The fields that the options give. */
  const fieldsOf = async ({ url, description, event, workspace, enable, disable }: ChangeFlags) => {
    if (enable !== undefined && disable !== undefined) throw wrongUse("Use --enable or --disable.");
    const client = await context.connect();
    const fields = defined({
      url,
      description,
      events: event && [...event],
      workspace_ids: workspace && (await workspaceIds(client, workspace)),
      enabled: enable ?? (disable && false),
    });
    return { client, fields };
  };

  withFields(webhooks.command("create"))
    .description(
      "Create a webhook and print its secret, which is shown only once. Its id is on standard error.",
    )
    .argument("<url>")
    .action(async (url: string, flags: ChangeFlags) => {
      const { client, fields } = await fieldsOf(flags);
      const made = await client.post("/api/webhooks", { body: { ...fields, url } });
      note(`created ${made.id}\n`);
      out(flags.json === undefined ? `${made.secret}\n` : jsonLine(made));
    });
  onOne("get", "Show a webhook.").action(async (id: string, { json }: JsonFlag) => {
    const client = await context.connect();
    printDetails(context, await client.get(ONE, { params: { path: { id } } }), json);
  });
  withFields(webhooks.command("update"))
    .description("Change a webhook. Other options stay as they are.")
    .argument("<id>")
    .option("--url <url>", "where the events are sent")
    .option("--enable", "send again")
    .action(async (id: string, flags: ChangeFlags) => {
      const { client, fields } = await fieldsOf(flags);
      printDetails(context, await client.patch(ONE, { params: { path: { id } }, body: fields }), flags.json);
    });
  onOne("rotate-secret", "Replace the secret and print the new one, which is shown only once.")
    .option("--keep-previous <seconds>", "sign with the previous secret too for so long", parseCount(0))
    .action(async (id: string, { keepPrevious, json }: JsonFlag & { readonly keepPrevious?: number }) => {
      const client = await context.connect();
      const body = defined({ previous_valid_seconds: keepPrevious });
      const rotated = await client.post(`${ONE}/rotate-secret`, { params: { path: { id } }, body });
      out(json === undefined ? `${rotated.secret}\n` : jsonLine(rotated));
    });
  onOne("deliveries", "List what was sent, newest first.")
    .option("--limit <count>", "maximum number of deliveries", parseCount(1), 50)
    .action(async (id: string, flags: ListFlags) => {
      const client = await context.connect();
      const list = client.list(`${ONE}/deliveries`, { params: { path: { id } } });
      await printList(context, list, DELIVERY_COLUMNS, flags);
    });
  onOne("replay", "Send a delivery again.")
    .argument("<delivery>")
    .action(async (id: string, delivery_id: string, flags: JsonFlag) => {
      const client = await context.connect();
      const params = { path: { id, delivery_id } };
      const delivery = await client.post(`${ONE}/deliveries/{delivery_id}/replay`, { params });
      await printList(context, [delivery], DELIVERY_COLUMNS, flags);
    });
  withYes(onOne("delete", "Delete a webhook, after confirmation.")).action(
    async (id: string, { yes = false, json }: YesFlag) => {
      checkConfirmable(context.prompt, yes);
      const client = await context.connect();
      await confirmDeletion(context.prompt, yes, `the webhook ${cleanText(id)}`);
      await client.delete(ONE, { params: { path: { id } } });
      printDone(context, `deleted ${cleanText(id)}`, { deleted: id }, json);
    },
  );
}
