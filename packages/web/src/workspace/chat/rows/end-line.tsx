import type { Schemas, Turn } from "@workspace-agent/client";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Status, type Tone } from "../../../ui/badge.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { useChat } from "../chat-context.ts";
import { counted, describeCost, describeCount, describeDuration } from "../../../ui/describe-amounts.ts";
import { useFeed } from "../feed/use-session-feed.ts";
import type { EndRow } from "../log/row.ts";
import { visibleText } from "../text/visible-text.ts";
import { describeEnd } from "./describe-end.ts";
import { mayHaveWritten } from "./may-have-written.ts";
import { OutputCard } from "./output-card.tsx";
import styles from "./rows.module.css";

const TurnTotals = lazyComponent(async () => (await import("./turn-totals.tsx")).TurnTotals);

const TONES: Partial<Record<Turn["status"], Tone>> = {
  completed: "good",
  failed: "bad",
  interrupted: "warn",
};

/** The end of a turn with its usage and advice. */
export function EndLine({ row: { turn } }: { readonly row: EndRow }) {
  const { workspaceId } = useChat();
  const feed = useFeed();
  const [mayHaveTotals] = useState(() => mayHaveWritten(feed.read().view, turn));
  const { text, advice, isLimit } = describeEnd(turn);
  const { stats, output, output_attempts: attempts } = turn;
  const tone = isLimit ? "warn" : (TONES[turn.status] ?? "neutral");
  return (
    <div className={styles.end}>
      {output !== undefined && <OutputCard output={output} />}
      <p className={styles.stats}>
        <Status tone={tone} text={text} />
        <span>{describeDuration(stats.duration_ms)}</span>
        <span>{counted(stats.steps, "step")}</span>
        <span
          title={`${stats.input_tokens.toLocaleString("en")} input tokens, ${stats.output_tokens.toLocaleString("en")} output tokens`}
        >
          {describeCount(stats.input_tokens)} input, {describeCount(stats.output_tokens)} output
        </span>
        {stats.cost_usd !== null && <span>{describeCost(stats.cost_usd)}</span>}
        {attempts !== undefined && <span>{counted(attempts, "output attempt")}</span>}
        {mayHaveTotals && (
          <span className={styles.totals}>
            <TurnTotals turn={turn} />
          </span>
        )}
      </p>
      {turn.error !== null && <p className={styles.detail}>{visibleText(turn.error.detail)}</p>}
      {turn.error?.errors !== undefined && <OutputProblems problems={turn.error.errors} />}
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

/** What is wrong with the last output of a turn, and where. */
function OutputProblems({ problems }: { readonly problems: readonly Schemas["OutputProblem"][] }) {
  return (
    <ul className={styles.problems} aria-label="Problems of the output">
      {problems.map(({ pointer, detail }, index) => (
        <li key={index}>
          <code>{visibleText(pointer)}</code> {visibleText(detail)}
        </li>
      ))}
    </ul>
  );
}
