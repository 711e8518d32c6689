import { useQuery } from "@tanstack/react-query";
import { Square } from "lucide-react";
import { useEffect, useState } from "react";
import { turnQuery, useInterrupt } from "../../api/sessions.ts";
import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useChat } from "./chat-context.ts";
import { describeCost, describeCount, describeDuration } from "./describe-amounts.ts";
import { useFeedPart } from "./feed/use-session-feed.ts";
import type { RunningTurn, WaitingTurn } from "./log/session-view.ts";
import { visibleText } from "./text/visible-text.ts";
import styles from "./progress-line.module.css";

/** The time, once a second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** What is under way: the running turn with its time and step, and what waits behind it. */
export function ProgressLine() {
  const running = useFeedPart(({ view }) => view.running);
  const waiting = useFeedPart(({ view }) => view.waiting);
  const isCaughtUp = useFeedPart((state) => state.isCaughtUp);
  if (!isCaughtUp || (running === null && waiting.length === 0)) return null;
  return (
    <div className={styles.progress}>
      {running !== null && <Running key={running.turnId} turn={running} />}
      {waiting.length > 0 && <Waiting turns={waiting} isFirstNext={running === null} />}
    </div>
  );
}

function Running({ turn }: { readonly turn: RunningTurn }) {
  const { workspaceId, sessionId } = useChat();
  const now = useNow();
  const openRequests = useFeedPart(({ view }) => view.open.size);
  const isWriting = useFeedPart(({ view }) => view.live.length > 0);
  const interrupt = useInterrupt(workspaceId, sessionId);
  // Of a turn whose start was not read the instance tells it.
  const asked = useQuery({
    ...turnQuery(workspaceId, sessionId, turn.turnId),
    enabled: turn.startedAt === null,
  });
  const startedAt = turn.startedAt ?? asked.data?.started_at ?? null;
  const step = turn.steps.length + (isWriting ? 1 : 0);
  const isWaiting = openRequests > 0;
  const retryIn = turn.retryAt === null ? 0 : turn.retryAt - now;
  return (
    <div className={styles.line}>
      {isWaiting ? <span className={styles.dot} aria-hidden /> : <Spinner label={null} />}
      <strong>
        {isWaiting
          ? "Waits for your answer"
          : retryIn > 0
            ? `Asks the model again in ${describeDuration(retryIn)}`
            : "Working"}
      </strong>
      {startedAt !== null && <span>{describeDuration(now - Date.parse(startedAt))}</span>}
      {turn.startedAt !== null && <span>Step {Math.max(1, step)}</span>}
      {turn.inputTokens > 0 && (
        <span className={styles.extra}>
          {describeCount(turn.inputTokens)} in, {describeCount(turn.outputTokens)} out
        </span>
      )}
      {turn.costUsd !== null && turn.costUsd > 0 && (
        <span className={styles.extra}>{describeCost(turn.costUsd)}</span>
      )}
      {turn.model !== null && <span className={styles.model}>{turn.model}</span>}
      <Button
        size="small"
        icon={<Square />}
        className={styles.stop}
        isBusy={interrupt.isPending || interrupt.data?.interrupted === true}
        onClick={() => interrupt.mutate()}
      >
        Stop
      </Button>
    </div>
  );
}

function Waiting({
  turns,
  isFirstNext,
}: {
  readonly turns: readonly WaitingTurn[];
  readonly isFirstNext: boolean;
}) {
  return (
    <ul className={styles.waiting} aria-label="Waiting messages">
      {turns.map(({ turnId, messages }, index) => (
        <li key={turnId}>
          <span className={styles.queued}>
            {index === 0 && isFirstNext ? "Starts as soon as there is room" : "Queued"}
          </span>
          <span className={styles.words}>
            {visibleText(
              messages
                .map(({ text }) => text)
                .join(" ")
                .slice(0, 300),
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
