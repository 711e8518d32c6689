import { mkdtemp, readFile, rm } from "node:fs/promises";
import { release, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DomainError, newId, type Logger } from "@workspace-agent/core";
import { examine, type Finding, type OnHost } from "@workspace-agent/core/doctor";
import { memoryStore } from "@workspace-agent/core/memory";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { execa } from "execa";
import { chooseSandbox } from "./choose-sandbox.ts";
import { loggerOf } from "./logger.ts";
import { readSettings, type Settings } from "./settings.ts";
import { onStopSignal } from "./stop-signals.ts";

/** Only the output of a script matters, not its exit code. */
const onHost: OnHost = async (script, { folder, env }) =>
  await execa("/bin/bash", ["--norc", "-c", script], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", ...env },
    extendEnv: false,
    stripFinalNewline: false,
    reject: false,
  });

const firstLine = async (path: string) =>
  (await readFile(path, "utf8").catch(() => null))?.split("\n")[0] ?? null;

/** Facts about this host that affect the isolation of sandboxes. */
async function facts(): Promise<readonly (readonly [name: string, value: string])[]> {
  const yama = await firstLine("/proc/sys/kernel/yama/ptrace_scope");
  const groups = await firstLine("/sys/fs/cgroup/cgroup.controllers");
  const isRoot = process.getuid?.() === 0;
  return [
    ["kernel", release()],
    [
      "server runs as",
      isRoot ? "root; an ordinary user is better" : `user ${process.getuid?.() ?? "unknown"}`,
    ],
    ["Yama", yama === null ? "absent" : `ptrace_scope ${yama}`],
    ["control groups", groups === null ? "version 1 or none" : `version 2: ${groups}`],
  ];
}

const MARK: Readonly<Record<Finding["result"], string>> = { held: "ok", escaped: "OPEN", untried: "?" };

function lineOf({ subject, name, result, reason }: Finding): string {
  const why = reason === null ? "" : ` (not tried: ${reason})`;
  return `${MARK[result].padEnd(5)} ${subject}: cannot ${name}${why}\n`;
}

export interface Examination {
  /** Findings that escaped. */
  readonly open: readonly Finding[];
  /** Most escapes could be tried. */
  readonly isConclusive: boolean;
}

/** Aborts `work` when this process receives a signal to end, and then ends the process by that signal. */
async function untilSignalled<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const received: NodeJS.Signals[] = [];
  const remove = onStopSignal((name) => {
    received.push(name);
    stopping.abort(new DomainError("sandbox_unavailable", `The test was ended by ${name}.`));
  });
  try {
    return await work(stopping.signal);
  } finally {
    remove();
    for (const name of received) process.kill(process.pid, name);
  }
}

/**
 * Tries to escape from the configured sandbox, in a folder of its own, and prints the results. A signal to end the process takes
 * effect when all is cleaned up.
 */
export function examineHost(
  settings: Settings,
  logger: Logger,
  print: (text: string) => void,
): Promise<Examination> {
  return untilSignalled((signal) => examineUntil(signal, settings, logger, print));
}

async function examineUntil(
  signal: AbortSignal,
  settings: Settings,
  logger: Logger,
  print: (text: string) => void,
): Promise<Examination> {
  const folder = await mkdtemp(join(tmpdir(), "workspace-agent-doctor-"));
  try {
    const {
      sandbox,
      why,
      owner = {},
    } = await chooseSandbox(settings, logger, {
      dir: folder,
      containers: async () => memoryStore().containers,
      instanceId: newId("inst"),
      placement: folder,
    });
    print(`sandbox: ${sandbox.kind} (${why})\n`);
    for (const [name, value] of await facts()) print(`${name}: ${value}\n`);
    if (!sandbox.capabilities.hostPath) {
      await sandbox.close();
      print("This sandbox starts no processes and makes no system calls, so there is nothing to test.\n");
      return { open: [], isConclusive: true };
    }
    const volumes = folderVolumes({ dir: join(folder, "files"), logger, ...owner });
    const open: Finding[] = [];
    const counts = { held: 0, escaped: 0, untried: 0 };
    for await (const finding of examine({
      provider: sandbox,
      volumes,
      onHost,
      dataDir: resolve(settings.DATA_DIR),
      signal,
    })) {
      print(lineOf(finding));
      counts[finding.result] += 1;
      if (finding.result === "escaped") open.push(finding);
    }
    print(`${counts.held} held, ${counts.escaped} did not hold, ${counts.untried} were not tried\n`);
    return { open, isConclusive: counts.held > counts.untried };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Tests the sandbox of this host, and returns whether it prevented every escape. */
export async function doctor(
  env: Readonly<Record<string, string | undefined>>,
  print: (text: string) => void,
): Promise<boolean> {
  const settings = readSettings(env);
  const { open, isConclusive } = await examineHost(settings, loggerOf(settings), print);
  return open.length === 0 && isConclusive;
}
