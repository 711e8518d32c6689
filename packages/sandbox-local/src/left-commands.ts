import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { signalProcess } from "./kill.ts";
import { quote } from "./script.ts";
import { ETC } from "./system-files.ts";

/** The kernel takes a moment to end a process. */
const TRIES = 200;

async function identityOf(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found === null ? null : `${found.dev}:${found.ino}`;
}

/** The processes of this host whose `/etc` is that of a server's own folder: no command can have another. */
async function commandsOf(ownFolder: string): Promise<number[]> {
  const etc = await identityOf(join(ownFolder, ETC));
  if (etc === null) return [];
  const ids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const isOne = await Promise.all(ids.map(async (id) => (await identityOf(`/proc/${id}/root/etc`)) === etc));
  return ids.filter((_, index) => isOne[index]).map(Number);
}

/** Kills the commands of a server that is gone. Says whether none is left. */
export async function killLeftCommands(ownFolder: string): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    const commands = await commandsOf(ownFolder);
    if (commands.length === 0) return true;
    for (const pid of commands) signalProcess(pid, "SIGKILL");
    await sleep(10);
  }
  return false;
}

/**
 * The same for bash, which kills what it has started first. The kernel ends commands with who started them (`--die-with-parent`), but
 * not those that begin at this moment: until they have `/etc` they are in the process group that bash has given them.
 */
export function killingLeftCommands(ownFolder: string): string {
  const etc = quote(join(ownFolder, ETC));
  const started = 'for __id in $(jobs -pr); do kill -KILL -- "-$__id"; done';
  const inside = `for __id in /proc/[0-9]*; do [[ $__id/root/etc -ef ${etc} ]] && kill -KILL "\${__id#/proc/}"; done`;
  return `${started}; ${inside}`;
}
