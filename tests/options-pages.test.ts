import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const readme = (name: string) => `packages/${name}/README.md`;

/** The page that describes the options of a package, by their interfaces. */
const PAGES: readonly (readonly [name: string, options: RegExp, page: string])[] = [
  ["archives", /^(ArchiveLimits|ReadArchiveOptions|Slicing)$/, readme("archives")],
  ["core", /^AgentServiceOptions$/, "docs/embedding.md"],
  ["http", /^Handler(Options|Limits)$/, "docs/embedding.md"],
  [
    "sandbox-process.egress",
    /^(EgressOptions|RulesOptions|NetworkOptions|EgressLimits)$/,
    readme("sandbox-process"),
  ],
  ["model-ai-sdk", /^AiSdkModelsOptions$/, readme("model-ai-sdk")],
  ["public-address", /^PublicAgentOptions$/, readme("public-address")],
  ["sandbox-ai-sdk", /^AiSdkSandboxOptions$/, readme("sandbox-ai-sdk")],
  ["sandbox-docker", /^DockerSandboxOptions$/, readme("sandbox-docker")],
  ["sandbox-interpreter", /^InterpreterSandboxOptions$/, readme("sandbox-interpreter")],
  ["sandbox-local", /^LocalSandboxOptions$/, readme("sandbox-local")],
  ["store-postgres", /^(CommonOptions|OwnPool|HostsPool)$/, "docs/postgres.md"],
  ["store-sqlite", /^SqliteStoreOptions$/, readme("store-sqlite")],
  ["objects-s3", /^S3ObjectsOptions$/, readme("objects-s3")],
  ["volume-folder", /^Folder(Volumes|Objects)Options$/, readme("volume-folder")],
];

/** The members of interfaces in a package's report. */
function members(name: string, wanted: RegExp): readonly string[] {
  const report = readFileSync(join(ROOT, "api", `${name}.api.md`), "utf8");
  const interfaces = report.matchAll(/^(?:export )?interface (\w+)[^{\n]*\{\n(.*?)^\}/gms);
  return [...interfaces]
    .filter(([, of = ""]) => wanted.test(of))
    .flatMap(([, , body = ""]) => [...body.matchAll(/^ {4}(?:readonly )?(\w+)\??[:(]/gm)])
    .map(([, member = ""]) => member);
}

test.each(PAGES)("the page of %s has every option", (name, wanted, page) => {
  const text = readFileSync(join(ROOT, page), "utf8");
  const options = members(name, wanted);
  expect(options.filter((option) => !text.includes(`\`${option}\``))).toEqual([]);
  expect(options.length).toBeGreaterThan(0);
});
