import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Packs a package as it would be published: its name, the path of its archive in `destination`, and the paths of its files. */
export async function packPackage(folder, destination) {
  const args = ["pack", "--json", "--pack-destination", destination];
  const { stdout } = await promisify(execFile)("pnpm", args, { cwd: folder });
  const { name, filename, files } = JSON.parse(stdout);
  return { name, filename, files: files.map(({ path }) => path) };
}
