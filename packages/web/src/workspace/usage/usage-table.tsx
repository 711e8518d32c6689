import type { Schemas } from "@workspace-agent/client";
import { describeCost, describeDuration } from "../../ui/describe-amounts.ts";
import { Table, type Column } from "../../ui/table.tsx";
import type { UsageBy } from "./route.ts";
import type { Amounts, UsageRow } from "./usage-rows.ts";

const NAMES = { day: "Day", session: "Session", turn: "Turn", model: "Model" } as const;
const NUMBERS: readonly Column<Amounts>[] = [
  {
    title: "Input",
    align: "end",
    width: "14%",
    cell: ({ input_tokens: input }) => input.toLocaleString("en"),
  },
  {
    title: "Output",
    align: "end",
    width: "14%",
    cell: ({ output_tokens: output }) => output.toLocaleString("en"),
  },
  {
    title: "Cost",
    align: "end",
    width: "16%",
    cell: ({ cost_usd: cost }) => (cost === null ? "—" : describeCost(cost)),
  },
  { title: "Time", align: "end", width: "18%", cell: ({ duration_ms: ms }) => describeDuration(ms) },
];

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

interface AmountsRow extends Amounts {
  readonly key: string;
  readonly name: string;
  readonly count: number;
}

interface AmountsTableProps {
  readonly by: keyof typeof NAMES;
  readonly countTitle: string;
  readonly rows: readonly AmountsRow[];
}

function AmountsTable({ by, countTitle, rows }: AmountsTableProps) {
  const columns: readonly Column<AmountsRow>[] = [
    { title: NAMES[by], cell: ({ name }) => name },
    ...NUMBERS,
    {
      title: countTitle,
      align: "end",
      width: "10%",
      isExtra: true,
      cell: ({ count }) => count.toLocaleString("en"),
    },
  ];
  return <Table label={`Usage by ${by}`} columns={columns} items={rows} keyOf={({ key }) => key} />;
}
