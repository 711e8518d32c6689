import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { newFolder } from "../new-folder.test-support.ts";
import { SEED } from "../seed.ts";
import { until } from "../until.test-support.ts";
import { linesIn, lookAt, markOf, mixedFiles, writeTree } from "./file-tree.ts";
import { logOf } from "./feed-reader.ts";
import { endOf, filesOf } from "./portable-work.ts";
import { portableWorld, type PortableWorld } from "./portable-world.ts";
import { handOver, makeWorkspace, type Accepted } from "./sessions.ts";

const LOOK_MS = 200;
/** Of an event, in the error of a test. */
const MOST_SAID = 600;

/** Two instances with a disk each, of which one at a time should run. */
export interface Witnessed extends PortableWorld {
  /** The lines that commands wrote, on any host. */
  readonly witness: string;
}

export async function witnessedWorld(noiseBytes: number): Promise<Witnessed> {
  const witness = join(await newFolder(), "lines");
  const world = await portableWorld({
    script: { command: (key, step) => (step > 1 ? null : writeTree(key, witness, noiseBytes)) },
    instances: 2,
    seed: SEED,
  });
  return { ...world, witness };
}

/** A workspace of one session, whose files nobody may see mixed. */
export class OneSession {
  private latest: Accepted | null = null;
  private begun = 0;

  private constructor(
    private readonly world: Witnessed,
    readonly workspaceId: string,
    private readonly name: string,
  ) {}

  static async open(world: Witnessed, name: string): Promise<OneSession> {
    return new OneSession(world, await makeWorkspace(world.caller, name), name);
  }

  /** The next turn, which writes a line of its key. */
  async begin(): Promise<Accepted> {
    const key = `${this.name}${++this.begun}`;
    this.latest = await handOver(this.world.caller, this.workspaceId, key, this.latest?.sessionId);
    return this.latest;
  }

  /** Until the turn has ended and nothing is left to publish. Others look at the files meanwhile. */
  async finish(turn: Accepted): Promise<void> {
    const { caller } = this.world;
    const ended = endOf(caller, turn);
    const over = new AbortController();
    void ended.finally(() => over.abort()).catch(() => undefined);
    while (!over.signal.aborted) {
      const seen = await lookAt(caller, this.workspaceId);
      if (seen !== null && seen.snapshotAt !== null) expect(mixedFiles(seen)).toEqual([]);
      await pause(LOOK_MS);
    }
    expect(await ended).toMatchObject({ stop_reason: "end_turn" });
    await until(async () => !(await filesOf(caller, this.workspaceId)).dirty);
  }

  async lines(): Promise<readonly string[]> {
    const tree = await until(() => lookAt(this.world.caller, this.workspaceId));
    expect(mixedFiles(tree)).toEqual([]);
    return linesIn(tree);
  }

  /** Whether the command of a turn wrote its line, on any host. */
  private async wasWritten({ key }: Accepted): Promise<boolean> {
    return (await readFile(this.world.witness, "utf8")).split("\n").includes(key);
  }

  /** The log says, after the call that wrote a line, that files were rolled back; where it never wrote, that its outcome is unknown. */
  private async expectTold(turn: Accepted): Promise<void> {
    const log = await logOf(this.world.caller, turn);
    const call = log.findIndex((event) => JSON.stringify(event).includes(markOf(turn.key)));
    const after = log.slice(call + 1);
    const wrote = await this.wasWritten(turn);
    const isTold = wrote
      ? after.some(({ type }) => type === "files.rolled_back")
      : after.some((event) => event.type === "item.completed" && JSON.stringify(event).includes("outcome"));
    expect(isTold, `${turn.key}, which ${wrote ? "was written" : "was not written"}`).toBe(true);
  }

  /** After a turn that was killed and has ended: its line is there, or the log says why not. The next one is there. */
  async expectToldAndRepeatable(turn: Accepted, before: readonly string[]): Promise<"kept" | "rolled back"> {
    const lines = await this.lines();
    const isKept = lines.includes(turn.key);
    expect(lines).toEqual(isKept ? [...before, turn.key] : before);
    if (!isKept) await this.expectTold(turn);
    const again = await this.begin();
    await this.finish(again);
    const log = await logOf(this.world.caller, again);
    const said = log.slice(-12).map((event) => JSON.stringify(event).slice(0, MOST_SAID));
    const files = await filesOf(this.world.caller, this.workspaceId);
    const wasWritten = await this.wasWritten(again);
    const context = { said, files, wasWritten };
    expect({ lines: await this.lines(), ...context }).toEqual({ lines: [...lines, again.key], ...context });
    return isKept ? "kept" : "rolled back";
  }
}

/** A workspace with one turn that is published, by an instance that runs alone. */
export async function published(world: Witnessed, name: string): Promise<OneSession> {
  const session = await OneSession.open(world, name);
  await session.finish(await session.begin());
  return session;
}
