import { DomainError } from "@workspace-agent/core";
import { programArguments, type HostLayout } from "./bubblewrap-arguments.ts";
import { INFO_FD, launch, OPTIONS_FD } from "./launch.ts";
import type { OutputPipes } from "./output-pipes.ts";
import { signalProcess } from "./kill.ts";

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

  static async start({
    bubblewrap,
    host,
    pipes,
  }: {
    readonly bubblewrap: string;
    readonly host: HostLayout;
    readonly pipes: OutputPipes;
  }): Promise<Holder> {
    const options = [
      "--unshare-user",
      "--unshare-net",
      "--die-with-parent",
      "--clearenv",
      "--info-fd",
      String(INFO_FD),
    ];
    const { insidePid, stdout, exited } = await launch(
      pipes,
      bubblewrap,
      ["--args", String(OPTIONS_FD), "--", "/bin/sh", "-c", "echo ready; exec sleep infinity"],
      { options: [...options, ...programArguments(host)], script: new Uint8Array() },
    );
    // The namespaces can be entered only once they are set up, which is when the program inside runs.
    const { done } = await stdout.getReader().read();
    if (done)
      throw new DomainError("sandbox_unavailable", "The namespaces of the workspace could not be made.");
    return new Holder(insidePid, exited);
  }

  get isRunning(): boolean {
    return this.isAlive;
  }

  async stop(): Promise<void> {
    if (this.isAlive) signalProcess(this.pid, "SIGKILL");
    await this.exited;
  }
}
