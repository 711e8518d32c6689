import { Readable, Writable } from "node:stream";
import { DomainError } from "@workspace-agent/core";
import { programArguments, type HostLayout } from "./bubblewrap-arguments.ts";
import { signalProcess } from "./kill.ts";
import type { ServerFolder } from "./server-folder.ts";
import { startProcess } from "./start-process.ts";

const OPTIONS_FD = 3;
const INFO_FD = 4;

/** All that a stream has; empty for what is no stream. */
export async function readText(stream: unknown): Promise<string> {
  let text = "";
  if (stream instanceof Readable) for await (const chunk of stream) text += String(chunk);
  return text;
}

/** The options of nsenter for the namespaces of a holder; a program follows. */
export const enteringNamespaces = (holderPid: number) => [
  `--target=${holderPid}`,
  "--user",
  "--net",
  "--preserve-credentials",
  "--",
];

interface HolderParts {
  readonly bubblewrap: string;
  readonly host: HostLayout;
  readonly folder: ServerFolder;
}

/**
 * A process that only holds the user and network namespaces of a workspace, so that its commands share one loopback. It ends with the
 * server, even when that is killed.
 */
export class NamespaceHolder {
  private constructor(
    /** The id on the host of the process whose namespaces are entered. */
    readonly pid: number,
    private readonly exited: Promise<number>,
    private isAlive = true,
  ) {
    void exited.then(() => (this.isAlive = false));
  }

  static async start({ bubblewrap, host, folder }: HolderParts): Promise<NamespaceHolder> {
    const options = [
      "--unshare-user",
      "--unshare-net",
      "--die-with-parent",
      "--clearenv",
      "--info-fd",
      String(INFO_FD),
      ...programArguments(host),
    ];
    // It reads until the server is gone. That it dies with its parent is too late where this is killed before it asks the kernel for it.
    const words = ["--args", String(OPTIONS_FD), "--", "/bin/sh", "-c", "echo ready; exec cat"];
    const { child, exited } = startProcess(bubblewrap, words, {
      stdio: ["pipe", "pipe", "pipe", "pipe", "pipe"],
      argv0: folder.name,
    });
    const { stdin, stdout, stderr, stdio } = child;
    stdin?.on("error", () => {});
    const errors = readText(stderr);
    const info = readText(stdio[INFO_FD]);
    // The namespaces can be entered only once they are set up, which is when the program inside runs.
    const ready = new Promise<boolean>((resolve) => {
      stdout?.once("data", () => resolve(true));
      stdout?.once("close", () => resolve(false));
    });
    const optionsPipe = stdio[OPTIONS_FD];
    if (optionsPipe instanceof Writable) {
      optionsPipe.on("error", () => {});
      optionsPipe.end(options.map((word) => `${word}\0`).join(""));
    }
    const pid = Number(/"child-pid": (\d+)/.exec(await info)?.[1] ?? 0);
    const isReady = await ready;
    stdout?.destroy();
    if (isReady && pid !== 0) return new NamespaceHolder(pid, exited);
    throw new DomainError("sandbox_unavailable", "The namespaces of the workspace could not be made.", {
      cause: new Error((await errors).slice(0, 2_000)),
    });
  }

  get isRunning(): boolean {
    return this.isAlive;
  }

  async stop(): Promise<void> {
    if (this.isAlive) signalProcess(this.pid, "SIGKILL");
    await this.exited;
  }
}
