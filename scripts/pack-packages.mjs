// `node scripts/pack-packages.mjs FOLDER`: packs the built packages as they would be published, with declarations, and writes the path
// of each archive to FOLDER/packages.json.
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import "./build-declarations.mjs";
import { packPackage } from "./pack-package.mjs";
import { publishedFolders } from "./published-packages.mjs";

const [destination] = process.argv.slice(2).map((path) => resolve(path));
const packed = [];
for (const folder of publishedFolders()) packed.push(await packPackage(folder, destination));
const archives = Object.fromEntries(packed.map(({ name, filename }) => [name, filename]));
writeFileSync(join(destination, "packages.json"), JSON.stringify(archives));
