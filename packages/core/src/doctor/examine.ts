import type { Sandbox, SandboxProvider, SandboxSpec } from "../ports/sandbox.ts";
import type { VolumeProvider } from "../ports/volume.ts";
import { newId } from "../domain/ids.ts";
import { quotaOf } from "../quota/quota-of.ts";
import { ESCAPED, type Attack } from "./attack.ts";
import { PROGRAMS, SUBJECTS } from "./attacks.ts";
import { LIMIT_ATTACKS, LIMITS, STATE_ATTACKS } from "./limit-attacks.ts";
import {
  startTargets,
  tryAttack,
  type AttackResult,
  type OnHost,
  type Targets,
} from "./sandbox-under-attack.ts";

/** What is examined. */
export interface Examined {
  /** Not started yet; `examine` starts and closes it. */
  readonly provider: SandboxProvider;
  /** With a `hostPath`, so that the host can leave something in a workspace. `examine` closes them. */
  readonly volumes: VolumeProvider;
  readonly onHost: OnHost;
  /** The folder with the service's own data, which no command may see. Has to hold something for that to be tried. */
  readonly dataDir?: string;
  /** Ends the examination. */
  readonly signal?: AbortSignal;
}

/** One thing that a command must not be able to do, and whether it is. */
export interface Finding {
  /** What is attacked: completes "at …". */
  readonly subject: string;
  /** Completes "A command cannot …". */
  readonly name: string;
  /** `untried`: nothing is known of it. */
  readonly result: "held" | "escaped" | "untried";
  /** Why it was not tried; null otherwise. */
  readonly reason: string | null;
}

/** Those that decide what a command reaches; an engine may map users in other ways. */
const NAMESPACES = ["ipc", "mnt", "net", "pid"];
const namespacesOf = (stdout: string) => new Set(stdout.split("\n").filter((line) => line !== ""));

/** Whether a sandbox has the namespaces for itself that decide what its commands reach. */
export async function examineNamespaces(sandbox: Sandbox, onHost: OnHost): Promise<Finding[]> {
  const script = `for n in ${NAMESPACES.join(" ")}; do readlink /proc/self/ns/$n; done`;
  const host = namespacesOf((await onHost(script, { folder: "/", env: {} })).stdout);
  const inside = namespacesOf((await sandbox.run({ command: script })).stdout);
  return NAMESPACES.map((name) => {
    const own = [...inside].find((namespace) => namespace.startsWith(`${name}:`));
    const result = own === undefined ? "untried" : host.has(own) ? "escaped" : "held";
    const reason = own === undefined ? "the sandbox has no such file of /proc" : null;
    return { subject: "the host's namespaces", name: `share the namespace ${name}`, result, reason };
  });
}

/** The programs that attacks need and that are not in the sandbox. */
async function missingPrograms(sandbox: Sandbox): Promise<readonly string[]> {
  const script = `for name in ${PROGRAMS}; do command -v "$name" >/dev/null || echo "$name"; done`;
  return (await sandbox.run({ command: script })).stdout.split(/\s+/).filter((name) => name !== "");
}

function whyUntried(attack: Attack, missing: readonly string[]): string | null {
  const needed = missing.find((program) => attack.script.split(/[^\w-]+/).includes(program));
  return needed === undefined ? null : `the sandbox has no ${needed}`;
}

function whyUnknown(result: AttackResult, attack: Attack): string | null {
  if (result === "impossible") return `this machine has not ${attack.needs ?? "what it needs"}`;
  return result === "unfinished" ? "the command did not come to its end" : null;
}

const toFinding = (result: AttackResult) => (result === "escaped" ? "escaped" : "held");

const seeing = (folder: string): Attack => ({
  name: "see the folder with it",
  script: `ls -A '${folder.replaceAll("'", "'\\''")}' 2>/dev/null | grep -q . && echo ESCAPED`,
  needs: "a folder with data",
});

/**
 * Tries to get out of a sandbox of this host, and tells of each way whether it is closed, one after the other. Takes about a
 * minute. Each attack is first shown to work on the host itself, where that does no harm. Throws where the sandbox
 * cannot be started or runs no command, or the host has no perl, and the signal's reason when it aborts. In any case it leaves
 * nothing on the host.
 */
export async function* examine({
  provider,
  volumes,
  onHost,
  dataDir,
  signal,
}: Examined): AsyncGenerator<Finding, void> {
  let targets: Targets | null = null;
  try {
    const workspaceId = newId("ws");
    const quota = quotaOf(LIMITS.diskMb);
    const tenant = newId("ws");
    const files = await volumes.workspace(workspaceId, { ...quota, tenant });
    const spec: SandboxSpec = {
      workspaceId,
      tenant,
      labels: {},
      mounts: [
        { target: "/workspace", volume: files, access: "write" },
        { target: "/mnt/afs", volume: await volumes.shared(tenant, quota), access: "write" },
      ],
      image: null,
      cpus: 1,
      ...LIMITS,
      network: "none",
    };
    await provider.start();
    signal?.throwIfAborted();
    targets = await startTargets(onHost, { secret: newId("ws") + ESCAPED, abstract: newId("ws") });
    const sandbox = await provider.open(spec);
    const control = await sandbox.run({ command: "echo alive" });
    signal?.throwIfAborted();
    if (control.stdout !== "alive\n")
      throw new Error("No command runs in the sandbox here, so nothing can be said of it.");
    const missing = await missingPrograms(sandbox);
    const namespaces = await examineNamespaces(sandbox, onHost);
    // A script of the host that was cut off told nothing.
    signal?.throwIfAborted();
    yield* namespaces;
    const subjects: Readonly<Record<string, readonly Attack[]>> = {
      "the host": STATE_ATTACKS,
      ...(dataDir !== undefined && { "the service's data": [seeing(dataDir)] }),
      ...SUBJECTS,
      "its limits": LIMIT_ATTACKS,
    };
    for (const [subject, attacks] of Object.entries(subjects)) {
      for (const attack of attacks) {
        const { name } = attack;
        const reason = whyUntried(attack, missing);
        if (reason !== null) {
          yield { subject, name, result: "untried", reason };
          continue;
        }
        const folder = files.hostPath ?? "/";
        const result = await tryAttack(attack, { onHost, targets, sandbox, folder, signal });
        signal?.throwIfAborted();
        if (attack.undo !== undefined) await sandbox.run({ command: attack.undo });
        const unknown = whyUnknown(result, attack);
        yield { subject, name, result: unknown === null ? toFinding(result) : "untried", reason: unknown };
      }
    }
  } finally {
    try {
      await provider.close();
    } finally {
      try {
        await targets?.remove();
      } finally {
        await volumes.close();
      }
    }
  }
}
