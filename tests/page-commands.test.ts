import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { programOf } from "../packages/cli/src/program.ts";
import * as host from "../packages/server/src/commands/host-commands.ts";
import { addSandboxImage } from "../packages/server/src/commands/sandbox-image.ts";
import { unused, type Command } from "./program.test-support.ts";

const ROOT = join(import.meta.dirname, "..");

const docs = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
const pages = [
  "README.md",
  ...docs.map((name) => join("docs", name)),
  ...readdirSync(join(ROOT, "packages")).map((name) => join("packages", name, "README.md")),
];

const program = await programOf(unused);
for (const add of [...Object.values(host), addSandboxImage]) add(program, unused);

/** The calls of the command in a text, without its name: `run "Say hello." -w notes`. */
const callsIn = (text: string) =>
  [...text.replaceAll("\\\n", " ").matchAll(/(?<!\b(?:create|tag) )\bworkspace-agent (?=[a-z])(.+)/g)].map(
    ([, call = ""]) => call,
  );

/** The words of a call, which ends where a comment, another command or a redirection begins. */
function wordsOf(call: string): readonly string[] {
  const words = call.match(/"[^"]*"|[^\s"#|<>;&()]+|[#|<>;&()]/g) ?? [];
  const end = words.findIndex((word) => /^[#|<>;&()]$/.test(word));
  return end < 0 ? words : words.slice(0, end);
}

/** What is wrong with a call, or null. One that only names a command needs no arguments. */
function problemOf(call: string, isWhole: boolean): string | null {
  let command: Command = program;
  let args = 0;
  const given = new Set<string | undefined>();
  const words = wordsOf(call)[Symbol.iterator]();
  for (const word of words) {
    const subcommand = args === 0 ? command.commands.find((each) => each.name() === word) : undefined;
    if (subcommand !== undefined) command = subcommand;
    else if (command === program) return word === "help" ? null : `there is no ${word}`;
    else if (!/^-./.test(word)) args += 1;
    else {
      const option = command.options.find(({ short, long }) => [short, long].includes(word));
      if (option === undefined) return `${command.name()} has no ${word}`;
      given.add(option.long);
      if (option.required) words.next();
    }
  }
  const { registeredArguments, options } = command;
  if (args > registeredArguments.length && registeredArguments.at(-1)?.variadic !== true)
    return "it has too many arguments";
  if (!isWhole) return null;
  if (args < registeredArguments.filter(({ required }) => required).length) return "it has too few arguments";
  const inWorkspace = options.some(({ flags }) => flags === "-w, --workspace <name>");
  const group = command.parent?.name();
  if (inWorkspace && group !== "webhooks" && !given.has("--workspace") && !given.has("--batch"))
    return "it has no --workspace";
  return null;
}

test("the commands in the pages exist, with their options and arguments", () => {
  const calls = pages.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), "utf8");
    const blocks = [...text.matchAll(/^```(?:sh|text)\n(.*?)^```$/gms)].map(([block]) => block);
    const rest = blocks.reduce((left, block) => left.replace(block, ""), text);
    const spans = [...rest.matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
    return [
      ...blocks.flatMap(callsIn).map((call) => ({ page, call, isWhole: true })),
      ...spans.flatMap(callsIn).map((call) => ({ page, call, isWhole: false })),
    ];
  });
  expect(calls.length).toBeGreaterThan(50);
  const problems = calls.flatMap(({ page, call, isWhole }) => {
    const problem = problemOf(call, isWhole);
    return problem === null ? [] : [`${page}: workspace-agent ${call}: ${problem}`];
  });
  expect(problems).toEqual([]);
});
