import type { HeldMount } from "./held-folder.ts";
import { CommandStarter, type StarterParts } from "./command-starter.ts";

async function identityOf({ folder }: HeldMount): Promise<string> {
  const { dev, ino } = await folder.stat({ bigint: true });
  return `${dev}:${ino}`;
}

/** Those who start the commands of a place in use: one for each list of folders that commands see. */
export class CommandStarters {
  private readonly starters = new Map<string, CommandStarter>();

  constructor(private readonly parts: StarterParts) {}

  /** The one that holds these very folders, whatever their paths lead to now. Others are given up when they are not in use. */
  async of(mounts: readonly HeldMount[]): Promise<CommandStarter> {
    const folders = (await Promise.all(mounts.map(identityOf))).join(" ");
    const found = this.starters.get(folders);
    if (found?.isUsable === true) return found;
    // Whose shell has died may have one that waits for a command still.
    void found?.close();
    const starter = new CommandStarter(this.parts, mounts);
    this.starters.set(folders, starter);
    for (const [key, other] of this.starters) {
      if (other === starter || other.isInUse) continue;
      this.starters.delete(key);
      void other.close();
    }
    return starter;
  }

  /** Ends what they have started. */
  async close(): Promise<void> {
    const starters = [...this.starters.values()];
    this.starters.clear();
    await Promise.all(starters.map((starter) => starter.close()));
  }
}
