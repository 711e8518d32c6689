import { constants, mkdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { hasCode } from "@workspace-agent/sandbox-process";
import { canAccess } from "../can-access.ts";

const CONTROLLERS = ["memory", "pids", "cpu"] as const;
export type Controller = (typeof CONTROLLERS)[number];

/**
 * The folders in which this process may make control groups: in version 2 the same for all controllers, in version 1 one for each. They are
 * below its own groups, so that the limits of the service hold for the commands too.
 */
export interface Hierarchy {
  readonly version: 1 | 2;
  readonly folders: Readonly<Record<Controller, string>>;
}

interface Mount {
  readonly root: string;
  readonly point: string;
  readonly type: string;
  readonly options: readonly string[];
}

/** The mounts of control groups, as proc_pid_mountinfo(5) lists them. */
export function cgroupMounts(mountinfo: string): Mount[] {
  return mountinfo.split("\n").flatMap((line) => {
    const [own = "", rest = ""] = line.split(" - ");
    const [, , , root = "/", point = ""] = own.split(" ");
    const [type = "", , options = ""] = rest.split(" ");
    return type.startsWith("cgroup") ? [{ root, point, type, options: options.split(",") }] : [];
  });
}

/** The groups of a process by their controllers, as cgroups(7) lists them; that of version 2 is at the empty name. */
export function ownGroups(cgroup: string): Map<string, string> {
  const groups = new Map<string, string>();
  for (const line of cgroup.split("\n")) {
    const [, names = "", ...path] = line.split(":");
    for (const name of names.split(",")) if (path.length > 0) groups.set(name, path.join(":"));
  }
  return groups;
}

const folderOf = ({ root, point }: Mount, group: string) => join(point, relative(root, group));

/** Version 2 does not allow processes beside groups with limits: moves this process into a group of its own. */
async function stepAside(folder: string): Promise<void> {
  const leaf = join(folder, "workspace-agent-service");
  await mkdir(leaf, { recursive: true });
  await writeFile(join(leaf, "cgroup.procs"), String(process.pid));
}

async function stepBack(folder: string): Promise<void> {
  await writeFile(join(folder, "cgroup.procs"), String(process.pid));
  await rmdir(join(folder, "workspace-agent-service"));
}

async function delegated(folder: string): Promise<boolean> {
  const has = async (file: string) => {
    const words = (await readFile(join(folder, file), "utf8")).trim().split(" ");
    return CONTROLLERS.every((name) => words.includes(name));
  };
  if (!(await has("cgroup.controllers"))) return false;
  if (await has("cgroup.subtree_control")) return true;
  const wanted = CONTROLLERS.map((name) => `+${name}`).join(" ");
  const enable = () => writeFile(join(folder, "cgroup.subtree_control"), wanted);
  try {
    await enable();
    return true;
  } catch (error) {
    if (!hasCode(error, "EBUSY")) throw error;
  }
  await stepAside(folder);
  try {
    await enable();
    return true;
  } catch {
    // The group has other processes too.
    await stepBack(folder);
    return false;
  }
}

const isWritable = (folder: string) => canAccess(folder, constants.W_OK);

/** Null: this process may make no control groups. */
export async function findHierarchy(): Promise<Hierarchy | null> {
  const [mountinfo, cgroup] = await Promise.all(
    ["mountinfo", "cgroup"].map((file) => readFile(`/proc/self/${file}`, "utf8").catch(() => "")),
  );
  const mounts = cgroupMounts(mountinfo ?? "");
  const own = ownGroups(cgroup ?? "");
  const unified = mounts.find(({ type }) => type === "cgroup2");
  if (unified !== undefined) {
    const folder = folderOf(unified, own.get("") ?? "/");
    const isUsable = (await isWritable(folder)) && (await delegated(folder).catch(() => false));
    if (isUsable) return { version: 2, folders: { memory: folder, pids: folder, cpu: folder } };
  }
  const folders = CONTROLLERS.map((name) => {
    const mount = mounts.find(({ type, options }) => type === "cgroup" && options.includes(name));
    return mount === undefined ? null : folderOf(mount, own.get(name) ?? "/");
  });
  const [memory = null, pids = null, cpu = null] = folders;
  if (memory === null || pids === null || cpu === null) return null;
  const areWritable = await Promise.all([memory, pids, cpu].map(isWritable));
  return areWritable.every(Boolean) ? { version: 1, folders: { memory, pids, cpu } } : null;
}
