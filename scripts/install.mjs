import { readdirSync, existsSync } from "node:fs";
import { join } from "node:path";
import { runQuietly } from "./run.mjs";
import { isStamped, stampOf, writeStamp } from "./stamps.mjs";
import { findToolchain, ROOT } from "./toolchain.mjs";

const STAMP = join(ROOT, "node_modules", ".installed");

function manifests() {
  const members = ["packages", "examples"].flatMap((group) =>
    readdirSync(join(ROOT, group)).map((name) => join(ROOT, group, name, "package.json")),
  );
  return [
    ...members,
    ...["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"].map((name) => join(ROOT, name)),
  ];
}

/** Installs the locked dependencies if they have changed. Returns the toolchain. */
export async function installDependencies() {
  const stamp = stampOf(manifests());
  if (isStamped(STAMP, stamp) && existsSync(join(ROOT, "node_modules", ".pnpm")))
    return findToolchain({ pnpm: false });
  const tools = findToolchain({ pnpm: true });
  console.log("installing the dependencies …");
  await runQuietly("installed", "pnpm", ["install", "--frozen-lockfile"], { ...tools.env, CI: "true" });
  writeStamp(STAMP, stamp);
  return tools;
}
