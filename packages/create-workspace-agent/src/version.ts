import { readFileSync } from "node:fs";

/** The version of this package, and of the packages of workspace-agent that belong to it. */
export function versionOfPackage(): string {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
