import { mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { newFolder } from "../testing/new-folder.ts";

/** A `/proc` of the test, in which process 7 sees `folder` at /workspace. */
export async function fakeProc() {
  const dir = await newFolder();
  const [folder, proc] = [join(dir, "root", "workspace"), join(dir, "proc")];
  await mkdir(folder, { recursive: true });
  /** Adds a link to it. */
  const make = async (path: string, target: string) => {
    await mkdir(dirname(join(proc, path)), { recursive: true });
    await symlink(target, join(proc, path));
  };
  await make("7/root", join(dir, "root"));
  return { folder, proc, make };
}
