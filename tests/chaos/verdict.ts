import type { SessionEvent } from "../../packages/core/src/index.ts";
import type { Seen } from "./event-reader.ts";
import { ALL_LINES, type Accepted } from "./sessions.ts";
import { linesOf, type World } from "./world.ts";

/** The result of the work, and every broken promise. */
export interface Verdict {
  readonly faults: readonly string[];
  readonly ends: Readonly<Record<string, number>>;
  readonly lines: number;
  readonly unknownOutcomes: number;
  readonly events: number;
}

async function logOf({ database }: World, sessionId: string) {
  const { rows } = await database.query<{ seq: string; data: string }>(
    "select seq, data from workspace_agent.events where session_id = $1 order by seq",
    [sessionId],
  );
  return rows.map(({ seq, data }) => ({ seq: Number(seq), event: JSON.parse(data) as SessionEvent }));
}

/** Steps whose result says that the outcome is unknown. */
function unknownSteps(log: readonly SessionEvent[]): ReadonlySet<number> {
  const results = log.flatMap((event) =>
    event.type === "item.completed" && event.item.kind === "tool_result" ? [event.item] : [],
  );
  return new Set(
    results.flatMap((item, index) => (JSON.stringify(item.content).includes("outcome") ? [index + 1] : [])),
  );
}

/** Compares the stored log, the output of the commands and what readers saw with the promises. */
export async function judge(
  world: World,
  accepted: readonly Accepted[],
  seen: readonly Seen[],
): Promise<Verdict> {
  const faults: string[] = [];
  const ends: Record<string, number> = {};
  let [lines, unknownOutcomes, events] = [0, 0, 0];
  const readOf = Map.groupBy(seen, ({ session }) => session.key);
  for (const turn of accepted) {
    const { key, sessionId, turnId } = turn;
    const log = await logOf(world, sessionId);
    events += log.length;
    const numbers = log.map(({ seq }) => seq);
    if (numbers.some((seq, index) => seq !== index + 1))
      faults.push(`${key}: the log's numbers are ${numbers.join()}`);

    const ended = log.flatMap(({ event }) => (event.type === "turn.ended" ? [event] : []));
    if (ended.length !== 1 || ended[0]?.turn_id !== turnId) faults.push(`${key}: ${ended.length} ends`);
    const reason = ended[0]?.turn.stop_reason ?? "none";
    ends[reason] = (ends[reason] ?? 0) + 1;
    if (reason !== "end_turn") faults.push(`${key}: ended ${reason}, ${ended[0]?.turn.error?.detail ?? ""}`);

    const written = await linesOf(world, turn);
    lines += written.length;
    const unknown = unknownSteps(log.map(({ event }) => event));
    unknownOutcomes += unknown.size;
    for (const [index, line] of ALL_LINES.entries()) {
      const times = written.filter((each) => each === line).length;
      if (times > 1) faults.push(`${key}: "${line}" was done ${times} times`);
      if (times === 0 && !unknown.has(index + 1))
        faults.push(`${key}: "${line}" was not done, and no result says so`);
    }
    if (written.some((line) => !ALL_LINES.includes(line))) faults.push(`${key}: other lines are there`);

    for (const { seqs } of readOf.get(key) ?? [])
      if (seqs.join() !== numbers.join())
        faults.push(`${key}: a reader saw ${seqs.join()} of ${numbers.length}`);
  }
  return { faults, ends, lines, unknownOutcomes, events };
}
