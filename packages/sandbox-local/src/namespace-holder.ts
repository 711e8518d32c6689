import { programArguments } from "./bubblewrap-arguments.ts";
import { firstProcessOf, INFO_FD, OPTIONS_FD, readText, writeOptions } from "./bubblewrap-pipes.ts";
import type { Engine } from "./engine.ts";
import { signalProcess } from "./kill.ts";
import { programFailed, startProcess } from "./start-process.ts";

/** The options of nsenter for the namespaces of a holder; a program follows. */
export const enteringNamespaces = (holderPid: number) => [
  `--target=${holderPid}`,
  "--user",
  "--net",
  "--preserve-credentials",
  "--",
];

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

  static async start({ bubblewrap, host, folder }: Engine): Promise<NamespaceHolder> {
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
    const { stdin, stdout, stderr } = child;
    stdin?.on("error", () => {});
    const errors = readText(stderr);
    const firstProcess = firstProcessOf(child);
    // The namespaces can be entered only once they are set up, which is when the program inside runs.
    const ready = new Promise<boolean>((resolve) => {
      stdout?.once("data", () => resolve(true));
      stdout?.once("close", () => resolve(false));
    });
    writeOptions(child, options);
    const inside = await firstProcess;
    const isReady = await ready;
    stdout?.destroy();
    if (isReady && inside !== null) return new NamespaceHolder(inside.pid, exited);
    throw programFailed("The namespaces of the workspace could not be made.", await errors);
  }

  get isRunning(): boolean {
    return this.isAlive;
  }

  async stop(): Promise<void> {
    if (this.isAlive) signalProcess(this.pid, "SIGKILL");
    await this.exited;
  }
}
