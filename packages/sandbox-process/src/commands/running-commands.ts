import type { SandboxProcess } from "@workspace-agent/core/ports";

interface Running {
  readonly group: string | undefined;
  readonly process: Promise<SandboxProcess>;
}

/** The commands of an instance that have not ended, including those that are still starting. */
export class RunningCommands {
  private readonly running = new Set<Running>();

  get isEmpty(): boolean {
    return this.running.size === 0;
  }

  async start(group: string | undefined, begin: () => Promise<SandboxProcess>): Promise<SandboxProcess> {
    const entry: Running = { group, process: begin() };
    this.running.add(entry);
    try {
      const process = await entry.process;
      const forget = () => void this.running.delete(entry);
      process.wait().then(forget, forget);
      return process;
    } catch (error) {
      this.running.delete(entry);
      throw error;
    }
  }

  killGroup(group: string): Promise<void> {
    return kill([...this.running].filter((entry) => entry.group === group));
  }

  killAll(): Promise<void> {
    return this.killPresent()();
  }

  /** Returns a function that kills the commands of now, and none that starts before it is called. */
  killPresent(): () => Promise<void> {
    const present = [...this.running];
    return () => kill(present);
  }
}

async function kill(meant: readonly Running[]): Promise<void> {
  await Promise.all(
    meant.map(async ({ process }) => {
      const started = await process.catch(() => null);
      await started?.kill();
    }),
  );
}
