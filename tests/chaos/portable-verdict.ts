import { readFile } from "node:fs/promises";
import type { SessionEvent } from "../../packages/core/src/index.ts";
import type { Caller } from "./caller.ts";
import { linesIn, markOf, mixedFiles, type FileTree } from "./file-tree.ts";
import { logOf } from "./feed-reader.ts";
import type { DoneTurn, Lane, Work } from "./portable-work.ts";

export const STEPS = 2;
export const linesOfTurn = (key: string) =>
  Array.from({ length: STEPS }, (_, index) => `${key}.${index + 1}`);

export interface PortableVerdict {
  readonly faults: readonly string[];
  readonly ends: Readonly<Record<string, number>>;
  /** Lines that are there, that were rolled back, and that no command wrote since its instance ended before. */
  readonly lines: { there: number; rolledBack: number; notDone: number };
  /** Lines that had to be there, since a publication after them was seen. */
  readonly seenPublished: number;
}

interface Evidence {
  /** All lines in the last state of the files. */
  readonly there: ReadonlySet<string>;
  /** All lines that were ever written, on any host. */
  readonly witnessed: ReadonlySet<string>;
}

const mentions = (event: SessionEvent | undefined, text: string) => JSON.stringify(event).includes(text);

/** What a session's log says of a line. */
function saidOf(log: readonly SessionEvent[], line: string, { there }: Evidence) {
  const call = log.findIndex((event) => mentions(event, markOf(line)));
  const after = call === -1 ? [] : log.slice(call + 1);
  const result = after.find((event) => event.type === "item.completed" && event.item.kind === "tool_result");
  const isOfLaterLine = (event: SessionEvent) =>
    event.type === "item.started" &&
    [...there].some((other) => other !== line && mentions(event, markOf(other)));
  const next = after.findIndex(isOfLaterLine);
  const untilNext = next === -1 ? after : after.slice(0, next);
  return {
    result,
    isUnknown: result === undefined || mentions(result, "outcome"),
    rollback: untilNext.find((event) => event.type === "files.rolled_back"),
  };
}

/**
 * Compares the last state of a workspace's files with what was promised. A line of a turn is a command's. Each line that was written is there, once and
 * in the order of the turns, or the session's log has `files.rolled_back` after its call, and before the session's next line that is there. A line that
 * was never written has a result whose outcome is unknown. No excuse counts for a line that was published after it, as the status or the loss itself says, and
 * none for what a call wrote that was answered.
 */
async function judgeLane(
  caller: Caller,
  lane: Lane,
  tree: FileTree,
  witnessed: ReadonlySet<string>,
  verdict: Mutable,
) {
  const lines = linesIn(tree);
  const evidence: Evidence = { there: new Set(lines), witnessed };
  const { faults } = verdict;
  const expected = lane.turns
    .flatMap(({ key }) => linesOfTurn(key))
    .filter((line) => evidence.there.has(line));
  if (lines.join() !== expected.join()) faults.push(`${lane.workspaceId}: the log is ${lines.join()}`);
  for (const name of mixedFiles(tree)) faults.push(`${lane.workspaceId}: ${name} is mixed in the end`);
  for (const [path, content] of lane.written) {
    const found = tree.files.get(path)?.toString() ?? null;
    if (found !== content) faults.push(`${lane.workspaceId}: ${path} is ${found ?? "not there"}`);
  }
  const logs = new Map<string, readonly SessionEvent[]>();
  for (const turn of lane.turns) {
    const log = logs.get(turn.sessionId) ?? (await logOf(caller, turn));
    logs.set(turn.sessionId, log);
    judgeTurn(turn, log, evidence, verdict);
  }
}

interface Mutable extends PortableVerdict {
  readonly faults: string[];
  readonly ends: Record<string, number>;
  seenPublished: number;
}

function judgeTurn(
  { key, end, publishedAt }: DoneTurn,
  log: readonly SessionEvent[],
  evidence: Evidence,
  verdict: Mutable,
) {
  const { faults, ends, lines } = verdict;
  const reason = end.stop_reason ?? "none";
  ends[reason] = (ends[reason] ?? 0) + 1;
  if (reason !== "end_turn") faults.push(`${key}: ended ${reason}, ${end.error?.detail ?? ""}`);
  for (const line of linesOfTurn(key)) {
    const { result, isUnknown, rollback } = saidOf(log, line, evidence);
    const isThere = evidence.there.has(line);
    // What the status showed after a loss is of the files that were left.
    const lastPublished = rollback === undefined ? publishedAt : rollback.published_at;
    const isPublished =
      !isUnknown && result !== undefined && lastPublished !== null && result.at <= lastPublished;
    if (isPublished) verdict.seenPublished += 1;
    if (isThere) lines.there += 1;
    else if (isPublished)
      faults.push(`${line}: was published at ${lastPublished}, and is lost: ${JSON.stringify(result)}`);
    else if (rollback !== undefined) lines.rolledBack += 1;
    else if (evidence.witnessed.has(line)) faults.push(`${line}: is lost, and the log does not say so`);
    else if (isUnknown) lines.notDone += 1;
    else faults.push(`${line}: was not done, and no result says so: ${JSON.stringify(result)}`);
  }
}

/** `treeOf` gives the files of a workspace in the end. */
export async function judgePortable(
  caller: Caller,
  work: Work,
  witness: string,
  treeOf: (workspaceId: string) => Promise<FileTree>,
): Promise<PortableVerdict> {
  const witnessed = new Set((await readFile(witness, "utf8")).split("\n"));
  const verdict: Mutable = {
    faults: [...work.faults],
    ends: {},
    lines: { there: 0, rolledBack: 0, notDone: 0 },
    seenPublished: 0,
  };
  for (const lane of work.lanes)
    await judgeLane(caller, lane, await treeOf(lane.workspaceId), witnessed, verdict);
  return verdict;
}
