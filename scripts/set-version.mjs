// Writes the version of the packages into the code, after `changeset version` has set it in their manifests.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./toolchain.mjs";

const CORE = join(ROOT, "packages", "core");
const { version } = JSON.parse(readFileSync(join(CORE, "package.json"), "utf8"));
const file = join(CORE, "src", "version.ts");
writeFileSync(file, readFileSync(file, "utf8").replace(/VERSION = ".*"/, `VERSION = "${version}"`));
