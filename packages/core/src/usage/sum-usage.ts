import { addStats } from "../domain/sessions/project-turn.ts";
import { noStats, type TurnStats } from "../domain/sessions/turn.ts";
import type { Usage, UsageRow } from "../domain/usage/usage.ts";

const DAYS = 90;

interface Totals extends TurnStats {
  readonly turns: number;
}

const nothing: Totals = { turns: 0, ...noStats };

function add(a: Totals, b: Totals): Totals {
  return { turns: a.turns + b.turns, ...addStats(a, b) };
}

const sum = (rows: readonly UsageRow[]) => rows.reduce<Totals>(add, nothing);

/** Rows of the same day and model as one. */
export function mergeRows(rows: readonly UsageRow[]): UsageRow[] {
  const groups = Map.groupBy(rows, ({ day, model }) => `${day} ${model}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ day: first.day, model: first.model, ...sum(group) }];
  });
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What a workspace has used, from its rows in any order. */
export function toUsage(rows: readonly UsageRow[]): Usage {
  const byModel = Map.groupBy(rows, ({ model }) => model);
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return {
    ...sum(rows),
    by_model: [...byModel]
      .toSorted(([a], [b]) => order(a, b))
      .map(([model, ofModel]) => ({ model, ...sum(ofModel) })),
    by_day: [...byDay]
      .toSorted(([a], [b]) => order(b, a))
      .slice(0, DAYS)
      .map(([day, ofDay]) => ({ day, ...sum(ofDay) })),
  };
}
