import type { Schemas } from "@workspace-agent/client";
import { counted, describeCost, describeCount, describeDuration } from "../../ui/describe-amounts.ts";
import styles from "./usage-screen.module.css";

export function UsageTotals({ usage }: { readonly usage: Schemas["Usage"] }) {
  const { input_tokens: input, output_tokens: output, cache_read_tokens: cached, cost_usd: cost } = usage;
  const totals = [
    {
      name: "Input tokens",
      value: describeCount(input),
      exact: input.toLocaleString("en"),
      detail: `${describeCount(cached)} from the cache`,
    },
    { name: "Output tokens", value: describeCount(output), exact: output.toLocaleString("en"), detail: "" },
    {
      name: "Cost",
      value: cost === null ? "Unknown" : describeCost(cost),
      detail: cost === null ? "No model with a known price" : "US dollars",
    },
    {
      name: "Time",
      value: describeDuration(usage.duration_ms),
      detail: [
        counted(usage.turns, "turn"),
        counted(usage.steps, "step"),
        counted(usage.tool_calls, "tool call"),
      ].join(", "),
    },
  ];
  return (
    <dl className={styles.totals}>
      {totals.map(({ name, value, exact, detail }) => (
        <div key={name} className={styles.total}>
          <dt className="hint">{name}</dt>
          <dd className={styles.value} title={exact}>
            {value}
          </dd>
          <dd className="hint">{detail}</dd>
        </div>
      ))}
    </dl>
  );
}
