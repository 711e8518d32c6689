import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sandboxUnavailable } from "@workspace-agent/core/ports";
import { removeFolder } from "@workspace-agent/volume-folder";
import { folderOfHost } from "./bound-folders.ts";
import { containerArguments } from "./container-arguments.ts";
import type { Engine } from "./engine.ts";
import { handOver, insideUser, makeHome } from "./inside-user.ts";
import { probeName } from "./names.ts";
import { becoming } from "./rights.ts";
import { seccompProfile } from "./seccomp/profile.ts";

/** An engine after a test run. */
export interface Probed {
  readonly engine: Engine;
  /** The image has util-linux's `script`. */
  readonly hasTerminal: boolean;
}

interface EngineInfo {
  readonly SecurityOptions?: readonly string[];
  readonly NCPU?: number;
  readonly host?: { readonly security?: { readonly rootless?: boolean }; readonly cpus?: number };
}

const LOOK_AROUND = `
id -u > /workspace/probe || exit 1
stat -L -c %d:%i /workspace
command -v script > /dev/null && command -v stty > /dev/null && echo terminal
exit 0
`;

/** Reads `docker info` or `podman info`, which differ. Throws `sandbox_unavailable` for an engine that remaps user ids. */
async function inform(engine: Pick<Engine, "docker">) {
  const parsed: unknown = JSON.parse(await engine.docker.run(["info", "--format", "{{json .}}"]));
  const info: EngineInfo = typeof parsed === "object" && parsed !== null ? parsed : {};
  const options = info.SecurityOptions ?? [];
  // The workspaces' files belong to users of the host, which such a container does not have; `--userns host` would disable a defence of the engine.
  if (options.some((option) => option.startsWith("name=userns")))
    throw sandboxUnavailable(
      "The container engine remaps user ids (userns-remap), so commands could not use the workspace's files. Use an engine without userns-remap, or one that runs without root.",
    );
  return {
    isRootless: info.host?.security?.rootless ?? options.some((option) => option.startsWith("name=rootless")),
    cpus: info.NCPU ?? info.host?.cpus ?? 1,
  };
}

/**
 * Runs a command in a container like all later ones, to see that the engine answers and has the image, and that both sides see the files in a
 * folder of this host. Throws `sandbox_unavailable` with the reason.
 */
export async function probe(given: Pick<Engine, "docker" | "defaults" | "logger" | "dir">): Promise<Probed> {
  const { docker, defaults, dir } = given;
  const noNameServers = join(dir, "no-name-servers");
  await writeFile(noNameServers, "# There is no name server.\n");
  const seccomp = join(dir, "seccomp.json");
  await writeFile(seccomp, seccompProfile());
  const known = { ...given, ...(await inform(given)), noNameServers, seccomp };
  await docker.run(["image", "inspect", "--format", "{{.Id}}", defaults.image]);
  const folder = await mkdtemp(join(dir, "probe-"));
  const name = probeName(defaults.placement, randomBytes(6).toString("hex"));
  try {
    const [workspace, home] = [join(folder, "workspace"), join(folder, "home")];
    await mkdir(workspace);
    const folders = [await folderOfHost({ target: "/workspace", hostPath: workspace, access: "write" })];
    const user = await insideUser(known, folders);
    await handOver(folders, user);
    await makeHome(home, user);
    const plan = { name, workspaceId: "", epoch: 0, image: defaults.image, user, folders, home, tmp: null };
    const limits = { memoryMb: 128, cpus: 1, network: "none", environment: {} };
    const entry = [...becoming(user, "command"), "bash", "--noprofile", "--norc", "-c", LOOK_AROUND];
    const words = containerArguments(known, { ...plan, ...limits }, entry);
    const lines = (await docker.run(["run", "--rm", ...words])).split("\n");
    await checkOwner(join(workspace, "probe"));
    const comparesInodes = folders.every(({ inode }) => lines.includes(inode));
    return { engine: { ...known, comparesInodes }, hasTerminal: lines.includes("terminal") };
  } finally {
    await removeFolder(folder);
  }
}

/** A file that was written inside has to be readable here, and to belong to the user of the commands. */
async function checkOwner(path: string): Promise<void> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null)
    throw sandboxUnavailable(
      "The container engine does not see the folders of this host. Run it on the same host, or share the folder.",
    );
  const { uid } = await stat(path);
  const inside = Number(text);
  if (inside !== 0 && inside !== uid)
    throw sandboxUnavailable(
      `The container engine writes files as user ${inside}, who is user ${uid} on this host. Use an engine without a mapping of user ids.`,
    );
}
