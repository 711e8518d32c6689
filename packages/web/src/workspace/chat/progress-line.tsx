import { useQuery } from "@tanstack/react-query";
import { Square } from "lucide-react";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { describeError } from "../../api/describe-error.ts";
import { turnQuery, useInterrupt } from "../../api/sessions.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useChat } from "./chat-context.ts";
import { pendingOf, steered, type SteeredMessage } from "./composer/steered.ts";
import { describeCost, describeCount, describeDuration } from "../../ui/describe-amounts.ts";
import { useFeedPart } from "./feed/use-session-feed.ts";
import type { QueuedTurn, RunningTurn } from "./log/session-view.ts";
import styles from "./progress-line.module.css";
import { useInterruptKey } from "./use-interrupt-key.ts";
import { EditQueuedMessage, WaitingMessages } from "./waiting-messages.tsx";

/** The time, once a second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The running turn, and the messages that wait. */
export function ProgressLine() {
  const running = useFeedPart(({ view }) => view.running);
  const queue = useFeedPart(({ view }) => view.queue);
  const isRewinding = useFeedPart(({ view }) => view.rewinding !== null);
  const isCaughtUp = useFeedPart((state) => state.isCaughtUp);
  const joining = useJoining(isCaughtUp);
  // It stays open when its turn starts, so that the text is not lost.
  const [edited, setEdited] = useState<QueuedTurn | null>(null);
  const isShown = isCaughtUp && (running !== null || queue.length > 0 || isRewinding);
  return (
    <>
      {isShown && (
        <div className={classNames("column", styles.progress)}>
          {running !== null && <Running key={running.turnId} turn={running} />}
          {isRewinding && <Rewinding />}
          {(joining.length > 0 || queue.length > 0) && (
            <WaitingMessages
              joining={joining}
              turns={queue}
              isFirstNext={running === null}
              onEdit={setEdited}
            />
          )}
        </div>
      )}
      {edited !== null && <EditQueuedMessage turn={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

/** The steering messages that the running turn has accepted but not read. */
function useJoining(isCaughtUp: boolean): readonly SteeredMessage[] {
  const { sessionId } = useChat();
  const messages = useSyncExternalStore(steered.subscribe, () => steered.read(sessionId));
  const keys = useFeedPart(({ view }) =>
    pendingOf(messages, view)
      .map(({ key }) => key)
      .join(" "),
  );
  const joining = useMemo(
    () => messages.filter(({ key }) => keys.split(" ").includes(key)),
    [messages, keys],
  );
  useEffect(() => {
    if (isCaughtUp && joining.length < messages.length) steered.change(sessionId, joining);
  }, [isCaughtUp, joining, messages, sessionId]);
  return joining;
}

function Running({ turn }: { readonly turn: RunningTurn }) {
  const { workspaceId, sessionId } = useChat();
  const now = useNow();
  const openRequests = useFeedPart(({ view }) => view.open.size);
  const isWriting = useFeedPart(({ view }) => view.live.length > 0);
  const interrupt = useInterrupt(workspaceId, sessionId);
  const isStopping = interrupt.isPending || interrupt.data?.interrupted === true;
  const stop = () =>
    interrupt.mutate(undefined, {
      onError: (error) => showToast("The turn could not be stopped", describeError(error).message),
    });
  useInterruptKey(() => {
    if (!isStopping) stop();
  });
  // The start of the turn may be before the events that were read.
  const stored = useQuery({
    ...turnQuery(workspaceId, sessionId, turn.turnId),
    enabled: turn.startedAt === null,
  });
  const startedAt = turn.startedAt ?? stored.data?.started_at ?? null;
  const step = turn.steps.length + (isWriting ? 1 : 0);
  const isWaiting = openRequests > 0;
  const retryIn = turn.retryAt === null ? 0 : turn.retryAt - now;
  return (
    <div className={styles.line}>
      {isWaiting ? <span className={styles.dot} aria-hidden /> : <Spinner label={null} />}
      <strong>
        {isWaiting
          ? "Waiting for your answer"
          : retryIn > 0
            ? `Retrying in ${describeDuration(Math.ceil(retryIn / 1000) * 1000)}`
            : "Working"}
      </strong>
      {startedAt !== null && (
        <span>{describeDuration(Math.floor((now - Date.parse(startedAt)) / 1000) * 1000)}</span>
      )}
      {turn.startedAt !== null && <span className={styles.extra}>Step {Math.max(1, step)}</span>}
      {turn.inputTokens > 0 && (
        <span className={styles.extra}>
          {describeCount(turn.inputTokens)} input, {describeCount(turn.outputTokens)} output
        </span>
      )}
      {turn.costUsd !== null && turn.costUsd > 0 && (
        <span className={styles.extra}>{describeCost(turn.costUsd)}</span>
      )}
      {turn.model !== null && <span className={classNames("clipped", styles.model)}>{turn.model}</span>}
      <Button
        size="small"
        icon={<Square />}
        className={styles.stop}
        title="Esc"
        aria-keyshortcuts="Escape"
        isBusy={isStopping}
        onClick={stop}
      >
        Stop
      </Button>
    </div>
  );
}

/** A rewind that was cut off goes on when it is repeated. */
function Rewinding() {
  return (
    <div className={styles.line}>
      <Spinner label={null} />
      <strong>Restoring files</strong>
      <span className="clipped">If this does not end, rewind again.</span>
    </div>
  );
}
