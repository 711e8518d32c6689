import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import type { ResolvedAddress } from "./resolve-host.ts";

export interface HostFiles {
  /** The addresses that the hosts file lists for a name in lower case. */
  addressesOf(name: string): Promise<readonly ResolvedAddress[]>;
  /** The domains below which a name is searched for. */
  searchDomains(): Promise<readonly string[]>;
}

const HOSTS =
  process.platform === "win32"
    ? `${process.env["SystemRoot"] ?? "C:\\Windows"}\\System32\\drivers\\etc\\hosts`
    : "/etc/hosts";

/** The words of each line, without comments. Empty for a file that does not exist. */
async function wordsOf(path: string): Promise<readonly (readonly string[])[]> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").map((line) => (line.split(/[#;]/, 1)[0] ?? "").split(/\s/).filter(Boolean));
}

/** Reads `hosts(5)` and `resolv.conf(5)` for each lookup, so that a change counts at once. */
export function hostFiles(hosts = HOSTS, resolvConf = "/etc/resolv.conf"): HostFiles {
  return {
    async addressesOf(name) {
      const lines = await wordsOf(hosts);
      return lines.flatMap(([address = "", ...names]) => {
        const family = isIP(address);
        if (family !== 4 && family !== 6) return [];
        return names.some((each) => each.toLowerCase() === name) ? [{ address, family }] : [];
      });
    },
    async searchDomains() {
      const lines = (await wordsOf(resolvConf)).filter(([word]) => word === "search" || word === "domain");
      const domains = (lines.at(-1) ?? []).slice(1).map((domain) => domain.toLowerCase().replace(/\.$/, ""));
      // The root is no domain below which a name is another one.
      return domains.filter(Boolean);
    },
  };
}
