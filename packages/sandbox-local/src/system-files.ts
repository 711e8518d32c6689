import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { seccompFilter } from "./seccomp/filter.ts";

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

/** What programs need of the host's `/etc`, and what holds no secret. */
export const HOST_ETC = [
  "/etc/alternatives",
  "/etc/ca-certificates",
  "/etc/fonts",
  "/etc/ld.so.cache",
  "/etc/ld.so.conf",
  "/etc/ld.so.conf.d",
  "/etc/localtime",
  "/etc/magic",
  "/etc/mime.types",
  "/etc/pki/ca-trust",
  "/etc/pki/tls/certs",
  "/etc/ssl/certs",
  "/etc/ssl/openssl.cnf",
  "/etc/timezone",
] as const;

export interface SystemFile {
  readonly source: string;
  readonly target: string;
}

/** Writes the filter of system calls into a folder; null: there is none for this machine. */
export async function writeSeccompFilter(dir: string): Promise<string | null> {
  if (process.arch !== "x64" && process.arch !== "arm64") return null;
  const path = join(dir, "seccomp-filter");
  await writeFile(path, seccompFilter(process.arch), { mode: 0o600 });
  return path;
}

/** Writes the made-up files into a folder; gives where each is to be seen. */
export async function writeSystemFiles(dir: string): Promise<readonly SystemFile[]> {
  const folder = join(dir, "etc");
  await mkdir(folder, { recursive: true, mode: 0o755 });
  return Promise.all(
    Object.entries(FILES).map(async ([name, content]) => {
      const source = join(folder, name);
      await writeFile(source, content, { mode: 0o644 });
      return { source, target: `/etc/${name}` };
    }),
  );
}
