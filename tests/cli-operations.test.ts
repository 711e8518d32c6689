import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { programOf } from "../packages/cli/src/program.ts";
import { operationsOf, type OpenApiDocument } from "../packages/http/src/openapi-document.ts";
import { testApi } from "../packages/http/src/test-api.test-support.ts";
import { unused, type Command } from "./program.test-support.ts";

interface Row {
  readonly operation: string;
  /** The commands that call it, without the backticks. */
  readonly commands: readonly string[];
  /** Why there is none. */
  readonly reason: string | null;
}

/** The rows of the table of operations in docs/cli.md. */
function documented(): readonly Row[] {
  const page = readFileSync(new URL("../docs/cli.md", import.meta.url), "utf8");
  const [, section = ""] = page.split(/^## Operations and commands$/m);
  return [...section.matchAll(/^\| `(\w+)` +\| (.*?) *\|$/gm)].map(([, operation = "", cell = ""]) => {
    const [, reason = null] = /^none: (.+)$/.exec(cell) ?? [];
    const commands = [...cell.matchAll(/`([^`]+)`/g)].map(([, command = ""]) => command);
    return { operation, commands: reason === null ? commands : [], reason };
  });
}

async function operations(): Promise<readonly string[]> {
  await using api = await testApi();
  const { as } = await api.call("GET", "/api/docs/openapi.json");
  return operationsOf(as<OpenApiDocument>())
    .map(({ operationId }) => operationId)
    .sort();
}

/** What is wrong with a command of the table, or null. */
function problemOf(root: Command, named: string): string | null {
  let command = root;
  for (const word of named.split(" ")) {
    const found = word.startsWith("-")
      ? command.options.some(({ long }) => long === word)
      : command.commands.find((each) => each.name() === word);
    if (found === undefined || found === false) return `${named}: there is no ${word}`;
    if (typeof found === "object") command = found;
  }
  return null;
}

test("docs/cli.md has a row for each operation of the API, and for no other", async () => {
  const rows = documented().map(({ operation }) => operation);
  expect([...rows].sort()).toEqual(await operations());
});

test("each row names a command that exists, or says why there is none", async () => {
  const root = await programOf(unused);
  const problems = documented().flatMap(({ operation, commands, reason }) => {
    if (reason === null && commands.length === 0) return [`${operation}: neither a command nor a reason`];
    return commands.flatMap((command) => problemOf(root, command) ?? []);
  });
  expect(problems).toEqual([]);
});
