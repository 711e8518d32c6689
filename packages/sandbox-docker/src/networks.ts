import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "@workspace-agent/core";
import {
  sandboxLossOf,
  sandboxLost,
  type NetworkAccess,
  type NetworkRefusal,
} from "@workspace-agent/core/ports";
import { egressProxy, PROXY_PORT, proxyEnvironment, type NetworkOptions } from "@workspace-agent/egress";
import { foldersOfHost } from "./bound-folders.ts";
import { containerState } from "./container-state.ts";
import type { Engine } from "./engine.ts";
import { forwarder } from "./forwarder.ts";
import { closedNetwork, type PlaceNetwork } from "./network.ts";
import { MARK } from "./worker-script.ts";

/** Where a container sees the folder with the socket of its proxy. */
const TARGET = "/run/workspace-agent-network";
const SOCKET = `${TARGET}/proxy`;

/** Another user than the commands': none of them can end the way out, nor look into it. */
const FORWARDER = "65534:65534";

const LISTENS = `exec 3<>/dev/tcp/127.0.0.1/${PROXY_PORT}`;
const ATTEMPTS = 50;
const ATTEMPT_MS = 100;

/** Starts the forwarder, and resolves when it listens. */
async function forward({ docker }: Engine, container: string): Promise<void> {
  const run = ["exec", "--user", FORWARDER, "--env", `${MARK}=network`];
  await docker.run([
    ...run,
    "--detach",
    container,
    "bash",
    "--noprofile",
    "--norc",
    "-c",
    forwarder(PROXY_PORT, SOCKET),
  ]);
  const look = `for ((i = 0; i < ${ATTEMPTS}; i++)); do (${LISTENS}) 2>/dev/null && exit 0; read -r -t 0.1 <> <(:); done; exit 1`;
  const isListening = await Promise.race([
    docker.run([...run, container, "bash", "--noprofile", "--norc", "-c", look]).then(
      () => true,
      (error: unknown) => {
        if (sandboxLossOf(error) !== null) throw error;
        return false;
      },
    ),
    sleep(2 * ATTEMPTS * ATTEMPT_MS, false, { ref: false }),
  ]);
  if (isListening) return;
  const { isRunning } = await containerState({ docker }, container);
  if (!isRunning) throw sandboxLost("not_started", "The container of the workspace has ended.");
  throw new DomainError(
    "sandbox_unavailable",
    "The image has no way to the network's proxy: it needs socat, python3 or node.",
  );
}

async function proxied(
  access: Exclude<NetworkAccess, "none">,
  options: NetworkOptions,
  onRefused: (refusal: NetworkRefusal) => void,
): Promise<PlaceNetwork> {
  // The name of a socket may not be long.
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
      mode: "none",
      environment: proxyEnvironment(),
      folders: await foldersOfHost([{ target: TARGET, hostPath: dir, access: "read" }]),
      join: forward,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The network that a workspace's spec asks for: none, or what a proxy of this process lets through; `open` is every public host. */
export async function makeNetwork(
  access: NetworkAccess,
  options: NetworkOptions,
  onRefused: (refusal: NetworkRefusal) => void,
): Promise<PlaceNetwork> {
  return access === "none" ? closedNetwork : proxied(access, options, onRefused);
}
