import { DomainError } from "@workspace-agent/core";
import { launch } from "./launch.ts";
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

  static async start(bubblewrap: string): Promise<Holder> {
    const options = [
      "--unshare-user",
      "--unshare-net",
      "--die-with-parent",
      "--clearenv",
      "--ro-bind",
      "/usr",
      "/usr",
    ];
    const links = [
      "--symlink",
      "usr/bin",
      "/bin",
      "--symlink",
      "usr/lib",
      "/lib",
      "--symlink",
      "usr/lib64",
      "/lib64",
    ];
    const script = "echo ready; exec sleep infinity";
    const { insidePid, stdout, exited } = await launch(
      bubblewrap,
      ["--args", "3", "--", "/bin/sh", "-c", script],
      {
        options: [...options, ...links, "--info-fd", "5"],
        script: new Uint8Array(),
      },
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
