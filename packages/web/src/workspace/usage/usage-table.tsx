import type { Schemas } from "@workspace-agent/client";
import { describeCost, describeDuration } from "../../ui/describe-amounts.ts";
import { Cell, Row, Table } from "../../ui/table.tsx";
import type { UsageBy } from "./route.ts";
import type { Amounts, UsageRow } from "./usage-rows.ts";

const NAMES = { day: "Day", session: "Session", turn: "Turn", model: "Model" } as const;
const NUMBERS = [
  { title: "Input", align: "end", width: "14%" },
  { title: "Output", align: "end", width: "14%" },
  { title: "Cost", align: "end", width: "16%" },
  { title: "Time", align: "end", width: "18%" },
] as const;

/** The rows of a chart, with the latest first. */
export function UsageTable({ by, rows }: { readonly by: UsageBy; readonly rows: readonly UsageRow[] }) {
  const counts = rows.toReversed().map((row) => ({ ...row, count: row.steps }));
  return <AmountsTable by={by} countTitle="Steps" rows={counts} />;
}

export function ModelTable({ models }: { readonly models: Schemas["Usage"]["by_model"] }) {
  const rows = models.map((each) => ({
    ...each,
    key: each.model,
    name: each.model || "Turns that did not start",
    count: each.turns,
  }));
  return <AmountsTable by="model" countTitle="Turns" rows={rows} />;
}

interface AmountsTableProps {
  readonly by: keyof typeof NAMES;
  readonly countTitle: string;
  readonly rows: readonly (Amounts & {
    readonly key: string;
    readonly name: string;
    readonly count: number;
  })[];
}

function AmountsTable({ by, countTitle, rows }: AmountsTableProps) {
  const count = { title: countTitle, align: "end", width: "10%", isExtra: true } as const;
  return (
    <Table label={`Usage by ${by}`} columns={[{ title: NAMES[by] }, ...NUMBERS, count]}>
      {rows.map((row) => (
        <Row key={row.key}>
          <Cell>{row.name}</Cell>
          <Cell align="end">{row.input_tokens.toLocaleString("en")}</Cell>
          <Cell align="end">{row.output_tokens.toLocaleString("en")}</Cell>
          <Cell align="end">{row.cost_usd === null ? "—" : describeCost(row.cost_usd)}</Cell>
          <Cell align="end">{describeDuration(row.duration_ms)}</Cell>
          <Cell align="end" isExtra>
            {row.count.toLocaleString("en")}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
