// Finds the Node and the pnpm that the project is built with. Runs on any Node from 20 on, without dependencies.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

export const ROOT = join(import.meta.dirname, "..");
const NODE = "24.21.0";
const PNPM = "12.21.0";
const OLDEST_NODE = [22, 18];
const RECORD = join(ROOT, ".cache", "toolchain.json");

/** Ends the process with a message that stands out. */
export function fail(message) {
  console.error(`\n${message}`);
  process.exit(1);
}

function isCurrent(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

function hasPnpm() {
  const asked = spawnSync("pnpm", ["--version"], { encoding: "utf8", env: environment() });
  return asked.status === 0 && asked.stdout.trim().split(".")[0] === PNPM.split(".")[0];
}

/** The environment of children. pnpm runs as it is found, even where a registry does not list its version. */
function environment(bin) {
  const path = bin === undefined ? process.env.PATH : [bin, process.env.PATH].join(delimiter);
  return { ...process.env, PATH: path, PNPM_CONFIG_PM_ON_FAIL: "ignore" };
}

function recorded() {
  try {
    const { versions, bin } = JSON.parse(readFileSync(RECORD, "utf8"));
    const complete = existsSync(join(bin, "node")) && existsSync(join(bin, "pnpm"));
    return versions === `${NODE} ${PNPM}` && complete ? bin : undefined;
  } catch {
    return undefined;
  }
}

/** Fetches both from the npm registry, once: npx keeps them, and where it keeps them is recorded. */
function fetched() {
  console.log(`fetching Node ${NODE} and pnpm ${PNPM} (once) …`);
  const npx = spawnSync("npx", ["-y", "-p", `node@${NODE}`, "-p", `pnpm@${PNPM}`, "-c", "command -v node"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const node = npx.stdout?.trim().split("\n").at(-1) ?? "";
  if (npx.status !== 0 || !existsSync(node)) {
    fail(`Node ${NODE} and pnpm ${PNPM} could not be fetched by npx:\n${npx.error ?? npx.stderr}`);
  }
  const bin = dirname(node);
  mkdirSync(dirname(RECORD), { recursive: true });
  writeFileSync(RECORD, JSON.stringify({ versions: `${NODE} ${PNPM}`, bin }));
  return bin;
}

/**
 * The path of a current Node, and the environment in which `node` and `pnpm` are found. The host's own are taken when they are
 * new enough; `pnpm: false` says that pnpm is not needed.
 */
export function findToolchain({ pnpm }) {
  if (isCurrent(process.versions.node) && (!pnpm || hasPnpm())) {
    return { node: process.execPath, env: environment() };
  }
  const bin = recorded() ?? fetched();
  return { node: join(bin, "node"), env: environment(bin) };
}
