import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { HOME } from "@workspace-agent/sandbox-process";
import { seccompFilter, type Machine } from "./seccomp/filter.ts";

/** The user of commands, inside. */
export const INSIDE_UID = 1000;

/** The generated files of `/etc`, which show nothing of the host's users and names. */
const FILES: Readonly<Record<string, string>> = {
  passwd: `root:x:0:0:root:/root:/usr/sbin/nologin\nagent:x:${INSIDE_UID}:${INSIDE_UID}:agent:${HOME}:/bin/bash\nnobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n`,
  group: `root:x:0:\nagent:x:${INSIDE_UID}:\nnogroup:x:65534:\n`,
  hosts: "127.0.0.1 localhost sandbox\n::1 localhost\n",
  hostname: "sandbox\n",
  "resolv.conf": "# there is no network\n",
  "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
};

/** The files of the host's `/etc` that programs need as they are now, and that hold no secrets. */
export const BOUND = [
  "/etc/alternatives",
  "/etc/ca-certificates",
  "/etc/fonts",
  "/etc/ld.so.cache",
  "/etc/localtime",
  "/etc/magic",
  "/etc/mime.types",
  "/etc/pki/ca-trust",
  "/etc/pki/tls/certs",
  "/etc/ssl/certs",
  "/etc/ssl/openssl.cnf",
  "/etc/timezone",
];

/** The `/etc` of commands. */
export interface SystemFiles {
  /** A folder of the host with the generated files, and mount points for the bound ones. */
  readonly folder: string;
  /** An empty folder, to cover others with. */
  readonly empty: string;
  /** Paths of the host that are bound at the same path. */
  readonly bound: readonly string[];
}

/** Writes the filter of system calls into a folder, and returns its path. */
export async function writeSeccompFilter(dir: string, machine: Machine): Promise<string> {
  const path = join(dir, "seccomp-filter");
  await writeFile(path, seccompFilter(machine), { mode: 0o600 });
  return path;
}

/** Makes a mount point for a path, since a read-only folder needs one. Returns whether the host has the path. */
async function makeMountPoint(path: string, folder: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found === null) return false;
  const point = join(folder, relative("/etc", path));
  await mkdir(found.isDirectory() ? point : dirname(point), { recursive: true });
  if (!found.isDirectory()) await writeFile(point, "", { flag: "a" });
  return true;
}

/** Writes the `/etc` of commands into a folder, with mount points for those of `others` that are below `/etc`. */
export async function writeSystemFiles(dir: string, others: readonly string[]): Promise<SystemFiles> {
  const [folder, empty] = [join(dir, "etc"), join(dir, "empty")];
  for (const path of [folder, empty]) await mkdir(path, { mode: 0o755 });
  const made = Object.entries(FILES).map(([name, content]) =>
    writeFile(join(folder, name), content, { mode: 0o644 }),
  );
  const below = others.filter((path) => path.startsWith("/etc/"));
  const [exist] = await Promise.all([
    Promise.all(BOUND.map((path) => makeMountPoint(path, folder))),
    ...below.map((path) => makeMountPoint(path, folder)),
    ...made,
  ]);
  return { folder, empty, bound: BOUND.filter((_, index) => exist[index]) };
}
