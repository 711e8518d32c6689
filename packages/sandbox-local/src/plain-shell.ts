import { CLOSE_INHERITED } from "@workspace-agent/sandbox-process";
import { CommandShell, type CommandPlace } from "./command-shell.ts";
import { signalProcess } from "./kill.ts";
import { Launcher, SHELL } from "./launcher.ts";
import type { NamedPipes } from "./named-pipes.ts";
import { startProcess } from "./start-process.ts";

/** Starts commands as plain processes of this host. They end with their process groups. */
export class PlainShell implements CommandPlace {
  readonly pipesFolder = null;
  readonly entering = () => ":";
  readonly started = () => ":";
  private readonly commands = new CommandShell(this);
  private current: Launcher | null = null;

  constructor(readonly pipes: NamedPipes) {}

  launcher(): Launcher {
    if (this.current?.isRunning !== true) {
      const words = ["--noprofile", "--norc", "-c", `${CLOSE_INHERITED}; ${SHELL}`];
      this.current = new Launcher(startProcess("/bin/bash", words, { stdio: ["pipe", "pipe", "ignore"] }));
    }
    return this.current;
  }

  readonly run = this.commands.run.bind(this.commands);

  async end({ pid }: { readonly pid: number | null }): Promise<void> {
    if (pid !== null) signalProcess(-pid, "SIGKILL");
  }

  /** Started commands go on. */
  async close(): Promise<void> {
    await this.commands.close();
    await this.current?.stop();
  }
}
