import { sandboxUnavailable } from "@workspace-agent/core/ports";
import type { AiSdkSandboxSession } from "./ai-sdk-session.ts";
import { runScript } from "./run-script.ts";
import { shellQuote } from "./shell-quote.ts";

export interface FileInside {
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly sha256: string;
  readonly executable: boolean;
}

/** The content of a folder inside a sandbox, by relative paths. Without links, special files, and names with a line break. */
export interface Manifest {
  readonly directories: ReadonlySet<string>;
  readonly files: ReadonlyMap<string, FileInside>;
}

/** Whether a manifest lists a path if there is something. */
export const isListed = (path: string) => !path.includes("\n");

/** For `find`: a line break in a name looks like the end of the name. */
export const LISTED = "! -path '*\n*'";

/** A backslash comes first where some in the path stand for themselves or with `r` for a carriage return. */
const HASHED = /^(\\?)([0-9a-f]{64}) [ *]\.\/(.+)$/;

const unescaped = (path: string) =>
  path.replaceAll(/\\([\\r])/g, (_, escaped) => (escaped === "r" ? "\r" : "\\"));

/** Ends the output for a folder. No path begins like it. */
const END = "//";

/** Uses only tools that every system has, and octal modes: just-bash knows no others. */
function script(folder: string): string {
  return [
    `cd -- ${shellQuote(folder)} || exit 1`,
    `find . -mindepth 1 -type d ${LISTED}`,
    "echo",
    `find . -type f -perm -100 ${LISTED}`,
    "echo",
    `find . -type f ${LISTED} -exec sha256sum {} +`,
    `echo ${END}`,
  ].join("\n");
}

function parseManifest(printed: string): Manifest {
  const sections: [string[], string[], string[]] = [[], [], []];
  let current = 0;
  for (const line of printed.split("\n"))
    if (line === "") current = Math.min(current + 1, 2);
    else sections[current]?.push(line);
  const [directories, programs, hashes] = sections;
  const executable = new Set(programs);
  const files = new Map<string, FileInside>();
  for (const line of hashes) {
    const [, escape = "", sha256 = "", printed = ""] = HASHED.exec(line) ?? [];
    const path = escape === "" ? printed : unescaped(printed);
    if (path !== "") files.set(path, { sha256, executable: executable.has(`./${path}`) });
  }
  const inside = directories.filter((line) => line.startsWith("./")).map((line) => line.slice(2));
  return { directories: new Set(inside), files };
}

/** The content of folders, in their order, by one command to save round trips. Throws `sandbox_unavailable`. */
export async function manifestsOf(
  session: AiSdkSandboxSession,
  folders: readonly string[],
): Promise<Manifest[]> {
  if (folders.length === 0) return [];
  const printed = await runScript(session, folders.map(script).join("\n"));
  const parts = printed.split(`${END}\n`).slice(0, -1);
  if (parts.length === folders.length) return parts.map(parseManifest);
  throw sandboxUnavailable("The files of the sandbox could not be listed.");
}
