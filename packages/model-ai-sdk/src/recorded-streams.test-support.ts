import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parsedJson } from "./parsed-json.ts";
import type { ProviderName } from "./provider-models.test-support.ts";

const ROOT = join(import.meta.dirname, "../../../../shared/fixtures/provider-streams");

/** Whether the recorded streams are there; they are no part of the repository. */
export const hasFixtures = existsSync(ROOT);
if (!hasFixtures) {
  console.warn(
    "SKIPPED: the tests on recorded provider streams, for ../shared/fixtures/provider-streams is absent",
  );
}

export interface Fixture {
  /** `folder/file`, without the file's ending. */
  readonly name: string;
  /** The provider package that speaks its protocol. */
  readonly provider: ProviderName;
  /** One event a line, as JSON text. */
  readonly lines: readonly string[];
}

function providerOf(folder: string): ProviderName {
  if (folder === "anthropic") return "anthropic";
  return folder === "openai-responses" ? "openai" : "openai-compatible";
}

export const fixtures: readonly Fixture[] = !hasFixtures
  ? []
  : readdirSync(ROOT).flatMap((folder) =>
      readdirSync(join(ROOT, folder)).map((file) => ({
        name: `${folder}/${file.replace(".chunks.txt", "")}`,
        provider: providerOf(folder),
        lines: readFileSync(join(ROOT, folder, file), "utf8")
          .split("\n")
          .filter((line) => line.trim() !== ""),
      })),
    );

export function fixture(name: string): Fixture {
  const found = fixtures.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no fixture ${name}`);
  return found;
}

/** The recording of OpenAI's wrapper for parallel calls lacks a closing brace in two events; here it has them. */
export function repaired({ lines, ...rest }: Fixture): Fixture {
  return { ...rest, lines: lines.map((line) => (parsedJson(line) === undefined ? `${line}}` : line)) };
}
