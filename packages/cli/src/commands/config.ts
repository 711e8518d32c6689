import type { Config, WorkspaceAgentClient } from "@workspace-agent/client";
import { text as readAll } from "node:stream/consumers";
import type { Command } from "commander";
import { cleanText, jsonLine } from "../clean-text.ts";
import { inWorkspace, withJson, withWorkspace, type WorkspaceFlag } from "../command-options.ts";
import { changedConfig, keysOf, valueAt, type Change } from "../config-changes.ts";
import type { Context } from "../context.ts";
import { CommandError, wrongUse } from "../exit-codes.ts";
import { jsonOrText } from "../json.ts";
import { objectOf, textOf } from "../object-of-text.ts";
import { printDetails, printDone } from "../print.ts";
import { CONFIG_PATH, readConfig } from "../versioned-config.ts";

const EXAMPLES = `
Examples:
  workspace-agent config get --workspace notes
  workspace-agent config get limits.max_steps --workspace notes
  workspace-agent config set model=openai/gpt-5 limits.max_steps=20 --workspace notes
  workspace-agent config set 'permissions.bash=ask' 'sandbox.network={"allow":["registry.example"]}' -w notes
  workspace-agent config set --secret GITHUB_TOKEN -w notes < token.txt     # a secret variable of the environment
  workspace-agent config unset env.DEBUG --workspace notes                  # back to the default
  workspace-agent config get --json -w notes > config.json
  workspace-agent config set --file config.json -w notes                    # the complete config

A value is JSON, or a text. Secrets are never shown.`;

interface SetFlags extends WorkspaceFlag {
  readonly file?: string;
  readonly secret?: string;
}

/** `key=value`; the value is JSON, or a text. A variable of the environment is a text, unless it is an object. */
function changeOf(text: string): Change {
  const end = text.indexOf("=");
  if (end < 1) throw wrongUse(`${JSON.stringify(text)} has to be key=value.`);
  const keys = keysOf(text.slice(0, end));
  const given = text.slice(end + 1);
  const value = jsonOrText(given);
  const isVariable = keys.length === 2 && keys[0] === "env";
  return { keys, value: isVariable && (typeof value !== "object" || value === null) ? given : value };
}

/** Changes the config that was read; fails if somebody else changed it meanwhile. */
async function change(client: WorkspaceAgentClient, id: string, changes: readonly Change[]): Promise<Config> {
  const { config, params } = await readConfig(client, id);
  // The instance validates the config.
  return await client.put(CONFIG_PATH, { params, body: changedConfig(config, changes) as never });
}

export function addConfig(program: Command, context: Context): void {
  const { out } = context.output;
  const config = program
    .command("config")
    .summary("show and change the config of a workspace")
    .description("Show and change the config of a workspace.")
    .addHelpText("after", EXAMPLES);
  const add = (name: string) => withJson(withWorkspace(config.command(name))).addHelpText("after", EXAMPLES);

  add("get")
    .description("Show the config of a workspace, or one of its values.")
    .argument("[key]", "such as limits.max_steps")
    .action(async (key: string | undefined, flags: WorkspaceFlag) => {
      const { client, id } = await inWorkspace(context, flags);
      const all = await client.get(CONFIG_PATH, { params: { path: { id } } });
      const value = key === undefined ? all : valueAt(all, keysOf(key));
      if (value === undefined) throw new CommandError(`The config has no value ${JSON.stringify(key)}.`);
      if (flags.json !== undefined || value === null) out(jsonLine(value));
      else if (typeof value === "object" && !Array.isArray(value)) printDetails(context, value, undefined);
      else out(typeof value === "string" ? `${cleanText(value)}\n` : jsonLine(value));
    });
  const report = (changed: Config, json: true | undefined) =>
    printDone(context, "changed the config", changed, json);
  add("set")
    .description(
      "Change values of the config, or with --file replace it. Turns that run keep the old config.",
    )
    .argument("[key=value...]", "what to change")
    .option(
      "--file <file>",
      "the complete config as JSON; - is standard input. What it leaves out gets its default",
    )
    .option("--secret <name>", "set this secret variable of the environment to standard input")
    .action(async (pairs: readonly string[], flags: SetFlags) => {
      const { file, secret } = flags;
      if ([pairs.length > 0, file !== undefined, secret !== undefined].filter(Boolean).length !== 1)
        throw wrongUse("Use key=value, --file or --secret.");
      const changes = pairs.map(changeOf);
      const body = file === undefined ? null : await objectOf(`--file ${file}`, "config", textOf(file));
      if (secret !== undefined) {
        const value = (await readAll(process.stdin)).replace(/\r?\n$/, "");
        if (value === "") throw wrongUse("Standard input has no value for the secret.");
        changes.push({ keys: ["env", secret], value: { value, secret: true } });
      }
      const { client, id } = await inWorkspace(context, flags);
      report(
        body === null
          ? await change(client, id, changes)
          : await client.put(CONFIG_PATH, { params: { path: { id } }, body: body as never }),
        flags.json,
      );
    });
  add("unset")
    .description("Return values of the config to their defaults.")
    .argument("<key...>", "such as env.DEBUG")
    .action(async (keys: readonly string[], flags: WorkspaceFlag) => {
      const changes = keys.map((key) => ({ keys: keysOf(key), value: undefined }));
      const { client, id } = await inWorkspace(context, flags);
      report(await change(client, id, changes), flags.json);
    });
}
