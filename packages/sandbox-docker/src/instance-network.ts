import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  sandboxLossOf,
  sandboxLost,
  sandboxUnavailable,
  type NetworkAccess,
  type NetworkRefusal,
} from "@workspace-agent/core/ports";
import { orLate } from "@workspace-agent/sandbox-process";
import {
  egressProxy,
  PROXY_PORT,
  proxyEnvironment,
  type NetworkOptions,
} from "@workspace-agent/sandbox-process/egress";
import { folderOfHost, type BoundFolder } from "./bound-folders.ts";
import { containerState } from "./container-state.ts";
import type { Engine } from "./engine.ts";
import { forwarder } from "./forwarder.ts";
import { MARK } from "./worker-script.ts";

/** The network of one instance. */
export interface InstanceNetwork {
  /** Variables for the first process of each container. */
  readonly environment: Readonly<Record<string, string>>;
  /** Mounted beside the workspace's own folders. */
  readonly folders: readonly BoundFolder[];
  /** Starts the egress gateway's forwarder in the first container. */
  join(engine: Engine, container: string): Promise<void>;
  close(): Promise<void>;
}

/** Only a loopback. */
export const closedNetwork: InstanceNetwork = {
  environment: {},
  folders: [],
  join: async () => {},
  close: async () => {},
};

/** The folder with the socket of the proxy, as a container sees it. */
const TARGET = "/run/workspace-agent-network";
const SOCKET = `${TARGET}/proxy`;

/** Another user than that of the commands, which cannot end the forwarder nor inspect it. */
const FORWARDER = "65534:65534";

const LISTENS = `exec 3<>/dev/tcp/127.0.0.1/${PROXY_PORT}`;
const ATTEMPTS = 50;
const ATTEMPT_MS = 100;

/** Starts the forwarder, and resolves when it listens. */
async function forward({ docker }: Engine, container: string): Promise<void> {
  const run = ["exec", "--user", FORWARDER, "--env", `${MARK}=network`];
  const bash = [container, "bash", "--noprofile", "--norc", "-c"];
  await docker.run([...run, "--detach", ...bash, forwarder(PROXY_PORT, SOCKET)]);
  const look = `for ((i = 0; i < ${ATTEMPTS}; i++)); do (${LISTENS}) 2>/dev/null && exit 0; read -r -t 0.1 <> <(:); done; exit 1`;
  const looking = docker.run([...run, ...bash, look]).then(
    () => true,
    (error: unknown) => {
      if (sandboxLossOf(error) !== null) throw error;
      return false;
    },
  );
  if (await orLate(looking, 2 * ATTEMPTS * ATTEMPT_MS, false)) return;
  const { isRunning } = await containerState({ docker }, container);
  if (!isRunning) throw sandboxLost("not_started", "The container of the workspace has ended.");
  throw sandboxUnavailable(
    "The image cannot connect to the egress proxy. Install socat, python3 or node in it.",
  );
}

/** Opens the network that a workspace's spec asks for. */
export async function openNetwork(
  access: NetworkAccess,
  options: NetworkOptions,
  onRefused: (refusal: NetworkRefusal) => void,
): Promise<InstanceNetwork> {
  if (access === "none") return closedNetwork;
  // The path of a socket must be short.
  const dir = await realpath(await mkdtemp(join(tmpdir(), "wa-network-")));
  const proxy = egressProxy({ ...options, access, onRefused });
  const close = async () => {
    await proxy.close();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    await chmod(dir, 0o755);
    await proxy.listen(join(dir, "proxy"));
    return {
      environment: proxyEnvironment(),
      folders: [await folderOfHost({ target: TARGET, hostPath: dir, access: "read" })],
      join: forward,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
