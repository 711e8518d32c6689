import { DomainError } from "@workspace-agent/core";
import { hasCode } from "../system-errors.ts";
import { enter } from "./descend.ts";
import type { HeldDirectory } from "./held-directory.ts";
import type { Name } from "./names.ts";

/** Directories that are held open at once, however deep they are. */
const MOST_HELD = 24;

interface Step {
  readonly names: readonly Name[];
  readonly directory: HeldDirectory;
}

/** Reaches directories below one that stays open, one after another. Those that lie near the last one are reached without the way from the top. */
export class WayDown {
  /** Each below the one before it. */
  private readonly held: Step[] = [];

  constructor(private readonly start: HeldDirectory) {}

  /** The directory at these names, open until the next call; null where there is none, `"locked"` where it may not be read. */
  async to(names: readonly Name[]): Promise<HeldDirectory | "locked" | null> {
    let step = await this.nearest(names);
    while (step.names.length < names.length) {
      const above = step.directory;
      const name = names[step.names.length] ?? "";
      const found = await enterOrNull(above, name);
      if (found === null || found === "locked") return found;
      step = { names: names.slice(0, step.names.length + 1), directory: found };
      this.held.push(step);
      if (this.held.length > MOST_HELD) await this.held.shift()?.directory.close();
    }
    return step.directory;
  }

  private async nearest(names: readonly Name[]): Promise<Step> {
    for (let step = this.held.at(-1); step !== undefined; step = this.held.at(-1)) {
      if (step.names.length <= names.length && step.names.every((name, depth) => name === names[depth]))
        return step;
      this.held.pop();
      await step.directory.close();
    }
    return { names: [], directory: this.start };
  }

  async close(): Promise<void> {
    for (const { directory } of this.held.splice(0)) await directory.close();
  }
}

async function enterOrNull(parent: HeldDirectory, name: Name): Promise<HeldDirectory | "locked" | null> {
  try {
    const found = await enter(parent, name);
    return typeof found === "string" ? null : found;
  } catch (error) {
    if (hasCode(error, "EACCES", "EPERM")) return "locked";
    if (DomainError.isInstance(error) || hasCode(error, "ENOENT")) return null;
    throw error;
  }
}
