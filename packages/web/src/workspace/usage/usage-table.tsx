import { Cell, Row, Table } from "../../ui/table.tsx";
import { describeCost, describeDuration, exactCount } from "./amounts.ts";
import type { UsageBy } from "./route.ts";
import type { UsageRow } from "./usage-rows.ts";

const NAMES = { day: "Day", session: "Session", turn: "Turn" } as const;
const NUMBERS = [
  { title: "In", align: "end", width: "14%" },
  { title: "Out", align: "end", width: "14%" },
  { title: "Cost", align: "end", width: "16%" },
  { title: "Time", align: "end", width: "18%" },
  { title: "Steps", align: "end", width: "10%", isExtra: true },
] as const;

/** The newest first. */
export function UsageTable({ by, rows }: { readonly by: UsageBy; readonly rows: readonly UsageRow[] }) {
  return (
    <Table label={`Usage by ${by}`} columns={[{ title: NAMES[by] }, ...NUMBERS]}>
      {rows.toReversed().map((row) => (
        <Row key={row.key}>
          <Cell>{row.name}</Cell>
          <Cell align="end">{exactCount(row.input_tokens)}</Cell>
          <Cell align="end">{exactCount(row.output_tokens)}</Cell>
          <Cell align="end">{row.cost_usd === null ? "—" : describeCost(row.cost_usd)}</Cell>
          <Cell align="end">{describeDuration(row.duration_ms)}</Cell>
          <Cell align="end" isExtra>
            {exactCount(row.steps)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
