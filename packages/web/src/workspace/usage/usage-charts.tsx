import { describeCost, describeCount, describeDuration } from "../../ui/describe-amounts.ts";
import { BarChart } from "./bar-chart.tsx";
import type { UsageRow } from "./usage-rows.ts";
import styles from "./usage-screen.module.css";

export function UsageCharts({ rows }: { readonly rows: readonly UsageRow[] }) {
  const bars = (values: (row: UsageRow) => readonly number[]) =>
    rows.map((row) => ({ key: row.key, label: row.label, name: row.name, values: values(row) }));
  const hasCost = rows.some(({ cost_usd }) => (cost_usd ?? 0) > 0);
  return (
    <div className={styles.charts}>
      <BarChart
        title="Tokens"
        series={["input", "output"]}
        bars={bars((row) => [row.input_tokens, row.output_tokens])}
        format={describeCount}
      />
      <BarChart
        title="Time"
        series={[""]}
        bars={bars((row) => [row.duration_ms])}
        format={describeDuration}
      />
      {hasCost && (
        <BarChart
          title="Cost"
          series={[""]}
          bars={bars((row) => [row.cost_usd ?? 0])}
          format={describeCost}
        />
      )}
    </div>
  );
}
