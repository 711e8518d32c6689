// `node scripts/with-toolchain.mjs node scripts/pack-server.mjs FOLDER`: builds the server, and packs it and the package that it depends on.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import "./build-changed.mjs";
import { packPackage } from "./pack-package.mjs";
import { fail, ROOT } from "./toolchain.mjs";

const [folder] = process.argv.slice(2);
if (folder === undefined) fail("usage: node scripts/pack-server.mjs FOLDER");
const destination = resolve(folder);
mkdirSync(destination, { recursive: true });
for (const name of ["server", "web"]) {
  const { filename } = await packPackage(join(ROOT, "packages", name), destination);
  console.log(filename);
}
