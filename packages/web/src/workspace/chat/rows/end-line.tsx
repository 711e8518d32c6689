import type { Turn } from "@workspace-agent/client";
import { Link } from "@tanstack/react-router";
import { Status, type Tone } from "../../../ui/badge.tsx";
import { useChat } from "../chat-context.ts";
import { counted, describeCost, describeCount, describeDuration } from "../../../ui/describe-amounts.ts";
import type { EndRow } from "../log/row.ts";
import { visibleText } from "../text/visible-text.ts";
import { describeEnd } from "./describe-end.ts";
import styles from "./rows.module.css";

const TONES: Partial<Record<Turn["status"], Tone>> = {
  completed: "good",
  failed: "bad",
  interrupted: "warn",
};

/** The end of a turn with its usage and advice. */
export function EndLine({ row: { turn } }: { readonly row: EndRow }) {
  const { workspaceId } = useChat();
  const { text, advice, isLimit } = describeEnd(turn);
  const { stats } = turn;
  const tone = isLimit ? "warn" : (TONES[turn.status] ?? "neutral");
  return (
    <div className={styles.end}>
      <p className={styles.stats}>
        <Status tone={tone}>{text}</Status>
        <span>{describeDuration(stats.duration_ms)}</span>
        <span>{counted(stats.steps, "step")}</span>
        <span
          title={`${stats.input_tokens.toLocaleString("en")} input tokens, ${stats.output_tokens.toLocaleString("en")} output tokens`}
        >
          {describeCount(stats.input_tokens)} input, {describeCount(stats.output_tokens)} output
        </span>
        {stats.cost_usd !== null && <span>{describeCost(stats.cost_usd)}</span>}
      </p>
      {turn.error !== null && <p className={styles.detail}>{visibleText(turn.error.detail)}</p>}
      {advice !== null && (
        <p className={styles.detail}>
          {advice}
          {isLimit && (
            <>
              {" "}
              <Link to="/workspaces/$id/config" params={{ id: workspaceId }}>
                Change the limits
              </Link>
            </>
          )}
        </p>
      )}
    </div>
  );
}
