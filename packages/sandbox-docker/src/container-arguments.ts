import { createHash } from "node:crypto";
import { quotaOf } from "@workspace-agent/core/internal";
import { BASE_ENVIRONMENT, HOME } from "@workspace-agent/sandbox-process";
import type { BoundFolder } from "./bound-folders.ts";
import type { Engine, InsideUser, UntriedEngine } from "./engine.ts";
import { KEEPER } from "./keeper-script.ts";
import { becoming, CAPABILITIES } from "./rights.ts";
import { MARK } from "./worker-script.ts";

/** The labels by which containers are found. */
export const LABELS = {
  placement: "workspace-agent.placement",
  workspace: "workspace-agent.workspace",
  epoch: "workspace-agent.epoch",
  /** A hash of the container's settings: a container is used again only for equal settings. */
  form: "workspace-agent.form",
  user: "workspace-agent.user",
} as const;

/** The docker client's own configuration may set these in every container. Without a value they are left out. */
const PROXIES = ["HTTP_PROXY", "HTTPS_PROXY", "FTP_PROXY", "NO_PROXY", "ALL_PROXY"].flatMap((name) => [
  name,
  name.toLowerCase(),
]);

export interface ContainerPlan {
  readonly name: string;
  readonly workspaceId: string;
  readonly epoch: number;
  readonly image: string;
  readonly user: InsideUser;
  readonly folders: readonly BoundFolder[];
  /** The folder of the host that is the home folder inside. */
  readonly home: string;
  /** The volume in memory that is `/tmp` in all containers of an instance; null: a `/tmp` of its own. */
  readonly tmp: string | null;
  readonly memoryMb: number;
  readonly cpus: number;
  /** `none`, or `container:<name>`. */
  readonly network: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A field of the comma-separated values of a mount. */
const field = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const mount = (...fields: readonly string[]) => ["--mount", fields.map(field).join(",")];

function bind({ hostPath, target, access }: Omit<BoundFolder, "inode">): string[] {
  const fields = ["type=bind", `source=${hostPath}`, `target=${target}`];
  return mount(...fields, ...(access === "read" ? ["readonly"] : []));
}

/** A hash of what has to be equal for a container to be used again. */
export function formOf({
  folders,
  image,
  user,
  memoryMb,
  cpus,
  network,
  environment,
}: ContainerPlan): string {
  const isJoined = network.startsWith("container:");
  const settings = [
    folders,
    image,
    user,
    memoryMb,
    cpus,
    isJoined ? "container" : network,
    environment,
    KEEPER,
    CAPABILITIES,
  ];
  return createHash("sha256").update(JSON.stringify(settings)).digest("hex").slice(0, 32);
}

function temporary({ tmp, memoryMb }: ContainerPlan): string[] {
  const half = Math.ceil(memoryMb / 2);
  const options = `size=${half}m,nr_inodes=${quotaOf(half).maxInodes},mode=1777,nosuid,nodev`;
  if (tmp === null) return ["--tmpfs", `/tmp:rw,${options}`];
  const memory = ["volume-opt=type=tmpfs", "volume-opt=device=tmpfs", `volume-opt=o=${options}`];
  return mount("type=volume", `source=${tmp}`, "target=/tmp", "volume-nocopy", ...memory);
}

/**
 * The words after `run` for a container: only the capabilities that its first words give up and no new ones, a read-only root file system,
 * limits of memory, processors and processes, a filter of system calls, and only the host folders that are named here. `entry`: the words of
 * the first process.
 */
export function containerArguments(
  { defaults, cpus, noNameServers, seccomp }: UntriedEngine,
  plan: ContainerPlan,
  entry: readonly string[],
): string[] {
  const words = ["--pull", "never", "--name", plan.name];
  words.push("--user", "0:0");
  words.push("--cap-drop", "ALL", ...CAPABILITIES.flatMap((name) => ["--cap-add", name]));
  words.push("--security-opt", "no-new-privileges", "--security-opt", `seccomp=${seccomp}`);
  words.push("--read-only", "--ipc", "private");
  words.push("--pids-limit", String(defaults.pidsLimit));
  words.push("--memory", `${plan.memoryMb}m`, "--memory-swap", `${plan.memoryMb}m`);
  words.push("--cpus", String(Math.min(plan.cpus, cpus)));
  words.push("--ulimit", "nofile=1024:2048", "--ulimit", "core=0", "--log-driver", "none", "--workdir", "/");
  words.push("--network", plan.network);
  // Containers that share a network share the host name too.
  if (!plan.network.startsWith("container:")) words.push("--hostname", "sandbox");
  if (defaults.runtime !== null) words.push("--runtime", defaults.runtime);
  const labels = {
    [LABELS.placement]: defaults.placement,
    [LABELS.workspace]: plan.workspaceId,
    [LABELS.epoch]: String(plan.epoch),
    [LABELS.form]: formOf(plan),
    [LABELS.user]: `${plan.user.uid}:${plan.user.gid}`,
  };
  for (const [name, value] of Object.entries(labels)) words.push("--label", `${name}=${value}`);
  words.push(...temporary(plan));
  words.push(...bind({ hostPath: noNameServers, target: "/etc/resolv.conf", access: "read" }));
  words.push(...bind({ hostPath: plan.home, target: HOME, access: "write" }));
  for (const folder of plan.folders) words.push(...bind(folder));
  for (const name of PROXIES) words.push("--env", name);
  const environment = { [MARK]: "keeper", ...BASE_ENVIRONMENT, ...plan.environment };
  for (const [name, value] of Object.entries(environment)) words.push("--env", `${name}=${value}`);
  const [first = "", ...rest] = entry;
  return [...words, "--entrypoint", first, plan.image, ...rest];
}

/** The words that start a container whose first process is the keeper. */
export function keeperArguments(engine: Engine, plan: ContainerPlan): string[] {
  const entry = [...becoming(plan.user, "guard"), "bash", "--noprofile", "--norc", "-c", KEEPER];
  return ["run", "--detach", "--interactive", ...containerArguments(engine, plan, entry)];
}
