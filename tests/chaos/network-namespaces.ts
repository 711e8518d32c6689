import { execFile, execFileSync, spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { promisify } from "node:util";

/** A machine with its own network. */
export interface Host {
  readonly address: string;
  /** The command that starts a program there. */
  readonly wrapper: readonly string[];
  /** Silently drops all traffic. */
  cutOff(): Promise<void>;
  letBack(): Promise<void>;
}

export interface Hosts extends AsyncDisposable {
  /** This machine's address for the hosts. */
  readonly gateway: string;
  readonly all: readonly Host[];
}

const ip = (words: string) => promisify(execFile)("ip", words.split(" "));

/** Why this machine cannot have such hosts; null if it can. */
export function whyNoHosts(): string | null {
  const probe = `wa-probe-${process.pid}`;
  try {
    for (const words of [
      `netns add ${probe}`,
      `-n ${probe} link add type bridge`,
      `-n ${probe} link add type veth`,
    ])
      execFileSync("ip", words.split(" "), { stdio: "pipe" });
  } catch (error) {
    return error instanceof Error ? error.message.trim().replaceAll("\n", ": ") : String(error);
  } finally {
    try {
      execFileSync("ip", ["netns", "del", probe], { stdio: "ignore" });
    } catch {
      // It was not made.
    }
  }
  return null;
}

/** Waits for the end of its standard input, which ends with the starting process, and removes the namespaces with their processes. */
const KEEPER = `trap "" HUP INT TERM; read -r _
  for name in "$@"; do ip netns pids "$name" | xargs -r kill -KILL; ip netns del "$name"; done
  ip link del "$0"`;

/** Hosts, each a network namespace with its own address, on a bridge to this machine. Needs root. */
export async function hostsApart(count: number): Promise<Hosts> {
  const id = randomBytes(4).toString("hex");
  const bridge = `wa-${id}`;
  // Addresses reserved for tests between networks (RFC 2544).
  const subnet = `198.${randomInt(18, 20)}.${randomInt(256)}`;
  const names = Array.from({ length: count }, (_, index) => `wa-${id}-${index}`);
  const keeper = spawn("bash", ["-c", KEEPER, bridge, ...names], { stdio: ["pipe", "ignore", "ignore"] });
  const ended = once(keeper, "exit");
  const end = async () => {
    keeper.stdin.end();
    await ended;
  };

  async function makeHost(name: string, index: number): Promise<Host> {
    const address = `${subnet}.${index + 10}`;
    const link = `wa${id}${index}`;
    await ip(`netns add ${name}`);
    await ip(`link add ${link} type veth peer name eth0 netns ${name}`);
    await ip(`link set ${link} master ${bridge} up`);
    await ip(`-n ${name} addr add ${address}/24 dev eth0`);
    await ip(`-n ${name} link set lo up`);
    await ip(`-n ${name} link set eth0 up`);
    return {
      address,
      wrapper: ["ip", "netns", "exec", name],
      async cutOff() {
        await ip(`link set ${link} down`);
      },
      async letBack() {
        await ip(`link set ${link} up`);
      },
    };
  }
  try {
    const gateway = `${subnet}.1`;
    await ip(`link add ${bridge} type bridge`);
    await ip(`addr add ${gateway}/24 dev ${bridge}`);
    await ip(`link set ${bridge} up`);
    const all: Host[] = [];
    for (const [index, name] of names.entries()) all.push(await makeHost(name, index));
    return { gateway, all, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}
