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
    return this.kill((entry) => entry.group === group);
  }

  killAll(): Promise<void> {
    return this.kill(() => true);
  }

  private async kill(isMeant: (entry: Running) => boolean): Promise<void> {
    const meant = [...this.running].filter(isMeant);
    await Promise.all(
      meant.map(async ({ process }) => {
        const started = await process.catch(() => null);
        await started?.kill();
      }),
    );
  }
}
