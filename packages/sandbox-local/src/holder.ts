import { spawn } from "node:child_process";
import { Readable, Writable } from "node:stream";
import { DomainError } from "@workspace-agent/core";
import { exitOf } from "@workspace-agent/sandbox-place";
import { programArguments, type HostLayout } from "./bubblewrap-arguments.ts";
import { signalProcess } from "./kill.ts";
import type { OwnFolder } from "./own-folder.ts";

const OPTIONS_FD = 3;
const INFO_FD = 4;

async function readText(stream: unknown): Promise<string> {
  let text = "";
  if (stream instanceof Readable) for await (const chunk of stream) text += String(chunk);
  return text;
}

interface HolderParts {
  readonly bubblewrap: string;
  readonly host: HostLayout;
  readonly folder: OwnFolder;
}

/**
 * A process that does nothing but hold the user and network namespaces of a workspace, so that its commands share one loopback
 * network. It ends with this process, even when that is killed.
 */
export class Holder {
  private constructor(
    /** The id on the host of the process whose namespaces are entered. */
    readonly pid: number,
    readonly exited: Promise<number>,
    private isAlive = true,
  ) {
    void exited.then(() => (this.isAlive = false));
  }

  static async start({ bubblewrap, host, folder }: HolderParts): Promise<Holder> {
    const options = [
      "--unshare-user",
      "--unshare-net",
      "--die-with-parent",
      "--clearenv",
      "--info-fd",
      String(INFO_FD),
      ...programArguments(host),
    ];
    const words = ["--args", String(OPTIONS_FD), "--", "/bin/sh", "-c", "echo ready; exec sleep infinity"];
    const child = spawn(bubblewrap, words, {
      stdio: ["ignore", "pipe", "pipe", "pipe", "pipe"],
      argv0: folder.name,
      env: {},
      detached: true,
    });
    const exited = exitOf(child);
    const { stdout, stderr, stdio } = child;
    const said = readText(stderr);
    const optionsPipe = stdio[OPTIONS_FD];
    if (optionsPipe instanceof Writable) {
      optionsPipe.on("error", () => {});
      optionsPipe.end(options.map((word) => `${word}\0`).join(""));
    }
    const insidePid = Number(/"child-pid": (\d+)/.exec(await readText(stdio[INFO_FD]))?.[1] ?? 0);
    // The namespaces can be entered only once they are set up, which is when the program inside runs.
    const isReady = await new Promise((resolve) => {
      stdout?.once("data", () => resolve(true));
      stdout?.once("close", () => resolve(false));
    });
    stdout?.destroy();
    if (isReady === true && insidePid !== 0) return new Holder(insidePid, exited);
    throw new DomainError("sandbox_unavailable", "The namespaces of the workspace could not be made.", {
      cause: new Error((await said).slice(0, 2_000)),
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
