import { DomainError } from "@workspace-agent/core";
import { CommandStarter, type StarterParts } from "./command-starter.ts";
import type { OpenMount } from "./open-mounts.ts";

async function identityOf({ folder, target, access }: OpenMount): Promise<string> {
  const { dev, ino } = await folder.stat({ bigint: true });
  return JSON.stringify([target, access, `${dev}:${ino}`]);
}

/** The command starters of an instance: one for each list of mounts that commands see. */
export class CommandStarters {
  private readonly starters = new Map<string, CommandStarter>();
  private isClosed = false;

  constructor(private readonly parts: StarterParts) {}

  /** The starter for mounts of these very folders, whatever their paths lead to now. Closes others that are not in use. */
  async of(mounts: readonly OpenMount[]): Promise<CommandStarter> {
    const folders = (await Promise.all(mounts.map(identityOf))).join(" ");
    // Its start may have been given up while it waited.
    if (this.isClosed)
      throw new DomainError("sandbox_unavailable", "The sandbox of the workspace has ended.");
    const found = this.starters.get(folders);
    if (found?.isUsable === true) return found;
    // One whose shell has died may still have a waiting bubblewrap.
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

  /** Ends all that they started. */
  async close(): Promise<void> {
    this.isClosed = true;
    const starters = [...this.starters.values()];
    this.starters.clear();
    await Promise.all(starters.map((starter) => starter.close()));
  }
}
