import { enter, type Missing } from "./descend.ts";
import type { HeldDirectory } from "./held-directory.ts";
import type { Name } from "./names.ts";

/** The most directories that a cursor holds open, however deep it is. */
const MOST_HELD = 12;

interface Step {
  readonly names: readonly Name[];
  readonly directory: HeldDirectory;
}

/** Opens directories below a start, which stays open, one after another. Reuses the path to the last one. */
export class DirectoryCursor {
  /** Each below the one before it. */
  private readonly held: Step[] = [];

  constructor(private readonly start: HeldDirectory) {}

  /** The directory at these names, open until the next call. Throws `invalid_path` for a link on the path. */
  async to(names: readonly Name[]): Promise<HeldDirectory | Missing> {
    let step = await this.nearest(names);
    while (step.names.length < names.length) {
      const found = await enter(step.directory, names[step.names.length] ?? "");
      if (typeof found === "string") return found;
      step = { names: names.slice(0, step.names.length + 1), directory: found };
      this.held.push(step);
      if (this.held.length > MOST_HELD) await this.held.shift()?.directory[Symbol.asyncDispose]();
    }
    return step.directory;
  }

  private async nearest(names: readonly Name[]): Promise<Step> {
    for (let step = this.held.at(-1); step !== undefined; step = this.held.at(-1)) {
      if (step.names.length <= names.length && step.names.every((name, depth) => name === names[depth]))
        return step;
      this.held.pop();
      await step.directory[Symbol.asyncDispose]();
    }
    return { names: [], directory: this.start };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { directory } of this.held.splice(0)) await directory[Symbol.asyncDispose]();
  }
}
