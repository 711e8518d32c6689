import type { Schemas } from "@workspace-agent/client";
import type { ReactNode } from "react";
import { compactCount, describeCost, describeDuration, exactCount } from "./amounts.ts";
import styles from "./usage-screen.module.css";

export function UsageTotals({ usage }: { readonly usage: Schemas["Usage"] }) {
  const read = usage.cache_read_tokens;
  return (
    <dl className={styles.totals}>
      <Total name="Tokens in" value={compactCount(usage.input_tokens)} exact={exactCount(usage.input_tokens)}>
        {read > 0 ? `${compactCount(read)} of them from the cache` : "what the model has read"}
      </Total>
      <Total
        name="Tokens out"
        value={compactCount(usage.output_tokens)}
        exact={exactCount(usage.output_tokens)}
      >
        what the model has written
      </Total>
      <Total name="Cost" value={describeCost(usage.cost_usd)}>
        {usage.cost_usd === null ? "no model with a price was used" : "in US dollars"}
      </Total>
      <Total name="Time" value={describeDuration(usage.duration_ms)}>
        {exactCount(usage.turns)} {usage.turns === 1 ? "turn" : "turns"}, {exactCount(usage.steps)} steps,{" "}
        {exactCount(usage.tool_calls)} tool calls
      </Total>
    </dl>
  );
}

interface TotalProps {
  readonly name: string;
  readonly value: string;
  readonly exact?: string;
  readonly children: ReactNode;
}

function Total({ name, value, exact, children }: TotalProps) {
  return (
    <div className={styles.total}>
      <dt>{name}</dt>
      <dd className={styles.value} title={exact}>
        {value}
      </dd>
      <dd className={styles.remark}>{children}</dd>
    </div>
  );
}
