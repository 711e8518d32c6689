import { enter, openDirectory, type VolumeRoot } from "../directories/descend.ts";
import type { HeldDirectory } from "../directories/held-directory.ts";
import type { Name } from "../directories/names.ts";
import { notFound } from "../failures.ts";

/** The same directory of a staging area and of the volume. */
export interface Pair {
  readonly names: readonly Name[];
  readonly from: HeldDirectory;
  readonly to: HeldDirectory;
}

/** Pairs that are held open at once, however deep the trees are. */
const MOST_HELD = 12;

async function closePair({ from, to }: Pair): Promise<void> {
  await from.close();
  await to.close();
}

async function openPair(
  names: readonly Name[],
  openFrom: () => Promise<HeldDirectory | string>,
  openTo: () => Promise<HeldDirectory | string>,
): Promise<Pair> {
  const from = await openFrom();
  if (typeof from === "string") throw notFound();
  try {
    const to = await openTo();
    if (typeof to === "string") throw notFound();
    return { names, from, to };
  } catch (error) {
    await from.close();
    throw error;
  }
}

/** Goes through two trees at once. Directories that lie near each other are reached without the way from the top. */
export class BothSides {
  /** Each below the one before it. */
  private readonly held: Pair[] = [];

  constructor(
    private readonly area: VolumeRoot,
    private readonly target: VolumeRoot,
  ) {}

  /** The pair at these names, which both have. It is open until the next call. */
  async at(names: readonly Name[]): Promise<Pair> {
    let pair = await this.nearest(names);
    for (let depth = pair.names.length; depth < names.length; depth++) {
      const above = pair;
      const name = names[depth] ?? "";
      pair = await openPair(
        names.slice(0, depth + 1),
        () => enter(above.from, name),
        () => enter(above.to, name),
      );
      this.held.push(pair);
      const highest = this.held.length > MOST_HELD ? this.held.shift() : undefined;
      if (highest !== undefined) await closePair(highest);
    }
    return pair;
  }

  private async nearest(names: readonly Name[]): Promise<Pair> {
    for (let pair = this.held.at(-1); pair !== undefined; pair = this.held.at(-1)) {
      if (pair.names.every((name, depth) => name === names[depth])) return pair;
      this.held.pop();
      await closePair(pair);
    }
    const top = await openPair(
      [],
      () => openDirectory(this.area, []),
      () => openDirectory(this.target, []),
    );
    this.held.push(top);
    return top;
  }

  async close(): Promise<void> {
    for (const pair of this.held.splice(0)) await closePair(pair);
  }
}
