import type { Batch } from "@workspace-agent/client";
import { Status } from "../ui/badge.tsx";
import { counted } from "../ui/describe-amounts.ts";
import { ProgressBar } from "../ui/progress-bar.tsx";
import styles from "./batches.module.css";
import { endedOf, STATE_TEXTS, STATES, totalOf } from "./describe-batch.ts";

/** How many items are in each state. */
export function BatchProgress({ batch }: { readonly batch: Batch }) {
  const total = totalOf(batch);
  const ended = endedOf(batch);
  return (
    <section className={styles.progress} aria-label="Progress">
      <ProgressBar
        label={`${ended.toLocaleString("en")} of ${counted(total, "item")} ended`}
        value={ended}
        max={total}
      />
      <ul className={styles.counts}>
        {STATES.map((state) => (
          <li key={state}>
            <Status
              tone={batch.counts[state] === 0 ? "neutral" : STATE_TEXTS[state].tone}
              text={STATE_TEXTS[state].text}
            >
              {" "}
              <strong>{batch.counts[state].toLocaleString("en")}</strong>
            </Status>
          </li>
        ))}
      </ul>
    </section>
  );
}
