import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { seccompFilter, type Machine } from "./seccomp/filter.ts";

/** The user that commands run as, inside. */
export const INSIDE_UID = 1000;
export const HOME = "/home/agent";

/** The files of `/etc` that are made up, so that nothing of the host's own users and names is seen. */
const FILES: Readonly<Record<string, string>> = {
  passwd: `root:x:0:0:root:/root:/usr/sbin/nologin\nagent:x:${INSIDE_UID}:${INSIDE_UID}:agent:${HOME}:/bin/bash\nnobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n`,
  group: `root:x:0:\nagent:x:${INSIDE_UID}:\nnogroup:x:65534:\n`,
  hosts: "127.0.0.1 localhost sandbox\n::1 localhost\n",
  hostname: "sandbox\n",
  "resolv.conf": "# there is no network\n",
  "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
};

/** What programs need of the host's `/etc` as it is now, and what holds no secret. */
export const BOUND = [
  "/etc/alternatives",
  "/etc/ca-certificates",
  "/etc/fonts",
  "/etc/ld.so.cache",
  "/etc/pki/ca-trust",
  "/etc/pki/tls/certs",
  "/etc/ssl/certs",
];

/** Such files that hardly ever change, as they are when the service starts: each that is bound costs every command a mount. */
const COPIED = ["localtime", "magic", "mime.types", "ssl/openssl.cnf", "timezone"];

/** The `/etc` of commands. */
export interface SystemFiles {
  /** A folder of the host with the files that are made up and copied, and places for what is bound. */
  readonly folder: string;
  /** A folder with nothing in it, to cover others with. */
  readonly empty: string;
  /** Paths of the host that are bound at the same path. */
  readonly bound: readonly string[];
}

/** Writes the filter of system calls into a folder; gives its path. */
export async function writeSeccompFilter(dir: string, machine: Machine): Promise<string> {
  const path = join(dir, "seccomp-filter");
  await writeFile(path, seccompFilter(machine), { mode: 0o600 });
  return path;
}

async function copy(name: string, folder: string): Promise<void> {
  const content = await readFile(join("/etc", name)).catch(() => null);
  if (content === null) return;
  const target = join(folder, name);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, content, { mode: 0o644 });
}

/** Nothing can be mounted on a name that a read-only folder does not have. Says whether the host has this path. */
async function placeFor(path: string, folder: string): Promise<boolean> {
  const there = await stat(path).catch(() => null);
  if (there === null) return false;
  const place = join(folder, relative("/etc", path));
  await mkdir(there.isDirectory() ? place : dirname(place), { recursive: true });
  if (!there.isDirectory()) await writeFile(place, "", { flag: "a" });
  return true;
}

/** Writes the `/etc` of commands into a folder, with places for those of `others` that are mounted there too. */
export async function writeSystemFiles(dir: string, others: readonly string[]): Promise<SystemFiles> {
  const [folder, empty] = [join(dir, "etc"), join(dir, "empty")];
  for (const path of [folder, empty]) await mkdir(path, { mode: 0o755 });
  const made = Object.entries(FILES).map(([name, content]) =>
    writeFile(join(folder, name), content, { mode: 0o644 }),
  );
  const copied = COPIED.map((name) => copy(name, folder));
  const below = others.filter((path) => path.startsWith("/etc/"));
  const [isThere] = await Promise.all([
    Promise.all(BOUND.map((path) => placeFor(path, folder))),
    ...below.map((path) => placeFor(path, folder)),
    ...made,
    ...copied,
  ]);
  return { folder, empty, bound: BOUND.filter((_, index) => isThere[index]) };
}
