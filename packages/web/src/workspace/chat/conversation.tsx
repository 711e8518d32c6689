import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { keys } from "../../api/keys.ts";
import { sessionQuery } from "../../api/sessions.ts";
import { queryClient } from "../../api/query-client.ts";
import { Status } from "../../ui/badge.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { ChatContext, useChat } from "./chat-context.ts";
import { Composer } from "./composer/composer.tsx";
import { steered, steeredMessage } from "./composer/steered.ts";
import styles from "./chat.module.css";
import { describeCost, describeCount } from "./describe-amounts.ts";
import type { FeedState } from "./feed/session-feed.ts";
import { FeedContext, useFeed, useFeedPart, useSessionFeed } from "./feed/use-session-feed.ts";
import { OutageLine } from "./outage-line.tsx";
import { ProgressLine } from "./progress-line.tsx";
import { SessionLink } from "./sessions/origin.tsx";
import { SessionMenu } from "./sessions/session-menu.tsx";
import { sessionState, sessionTitle } from "./sessions/session-title.ts";
import { visibleText } from "./text/visible-text.ts";
import { Transcript } from "./transcript.tsx";
import { WholeOutput } from "./whole-output.tsx";

interface ConversationProps {
  readonly workspaceId: string;
  readonly sessionId: string;
  /** The way to the other sessions where they have no room at the side. */
  readonly sessionsButton: ReactNode;
}

/** One session: its transcript, what is under way, and where the next message is written. */
export function Conversation({ workspaceId, sessionId, sessionsButton }: ConversationProps) {
  const feed = useSessionFeed(workspaceId, sessionId);
  const session = useShownSession(workspaceId, sessionId);
  const [folds] = useState(() => new Map<string, boolean>());
  const [outputId, openOutput] = useState<string | null>(null);
  const isSubagent = session !== undefined && session.parent !== null;
  const chat = useMemo(
    () => ({ workspaceId, sessionId, folds, openOutput }),
    [workspaceId, sessionId, folds],
  );
  return (
    <ChatContext value={chat}>
      <FeedContext value={feed}>
        <header className={styles.header}>
          {sessionsButton}
          <div className={styles.heading}>
            <h2 className={styles.title}>
              {session === undefined ? "…" : visibleText(sessionTitle(session))}
            </h2>
            {session !== undefined && session.forked_from !== null && (
              <p className={styles.origin}>
                Forked from{" "}
                <SessionLink workspaceId={workspaceId} sessionId={session.forked_from.session_id} />
              </p>
            )}
          </div>
          {session !== undefined && <SessionFacts session={session} />}
          {session !== undefined && <SessionMenu session={session} />}
        </header>
        <FeedError />
        <Transcript />
        <WholeOutput outputId={outputId} onClose={() => openOutput(null)} />
        <OutageLine />
        <ProgressLine />
        <Announcement />
        {isSubagent ? (
          <p className={styles.subagent}>
            A subagent takes no messages.{" "}
            <Link
              to="/workspaces/$id/chat"
              params={{ id: workspaceId }}
              search={{ session: session.parent?.session_id ?? sessionId }}
            >
              Open the session that started it
            </Link>
          </p>
        ) : (
          <SessionComposer workspaceId={workspaceId} sessionId={sessionId} />
        )}
      </FeedContext>
    </ChatContext>
  );
}

type Session = NonNullable<ReturnType<typeof useShownSession>>;

function useShownSession(workspaceId: string, sessionId: string) {
  return useQuery(sessionQuery(workspaceId, sessionId)).data;
}

/** The state that the events tell; null: they were not all read. */
function shownStatus({ view, isCaughtUp }: FeedState): Session["status"] | null {
  if (!isCaughtUp) return null;
  if (view.open.size > 0) return "waiting";
  if (view.running !== null) return "running";
  return view.waiting.length > 0 ? "queued" : "idle";
}

/** Its state and what it has used so far. */
function SessionFacts({ session }: { readonly session: Session }) {
  const { workspaceId } = useChat();
  const queries = useQueryClient();
  // The stream of events knows of a change before the next look at the session does.
  const status = useFeedPart(shownStatus);
  useEffect(() => {
    if (status !== null) void queries.invalidateQueries({ queryKey: keys.workspaces.one(workspaceId) });
  }, [status, queries, workspaceId]);
  const state = sessionState({ ...session, status: status ?? session.status });
  const { input_tokens, output_tokens, cost_usd } = session.usage;
  return (
    <p className={styles.facts}>
      {state !== null && <Status tone={state.tone}>{state.words}</Status>}
      <span title="Tokens of all turns" className={styles.extra}>
        {describeCount(input_tokens)} tokens in, {describeCount(output_tokens)} out
      </span>
      {cost_usd !== null && cost_usd > 0 && <span className={styles.extra}>{describeCost(cost_usd)}</span>}
    </p>
  );
}

function SessionComposer({
  workspaceId,
  sessionId,
}: {
  readonly workspaceId: string;
  readonly sessionId: string;
}) {
  const isBusy = useFeedPart(({ view }) => view.running !== null || view.waiting.length > 0);
  const navigate = useNavigate();
  const feed = useFeed();
  return (
    <Composer
      workspaceId={workspaceId}
      sessionId={sessionId}
      isBusy={isBusy}
      onSend={(sent) => {
        const { view } = feed.read();
        return ({ turn_id }) => {
          if (sent.on_busy !== "steer") return;
          const before = steered.read(sessionId);
          steered.change(sessionId, [...before, steeredMessage(view, turn_id, sent, before)]);
        };
      }}
      onSent={(session) =>
        void navigate({ to: "/workspaces/$id/chat", params: { id: workspaceId }, search: { session } })
      }
    />
  );
}

/** What ended the stream of events, such as a session that is gone. */
function FeedError() {
  const error = useFeedPart((state) => state.error);
  useEffect(() => {
    // Whoever is signed out is led to sign-in by the queries.
    if (error !== null) void queryClient.invalidateQueries();
  }, [error]);
  if (error === null) return null;
  return (
    <div className={styles.error}>
      <ErrorNotice error={error} onRetry={() => location.reload()} />
    </div>
  );
}

/** Tells those who listen when the agent needs them or is done; not every token. */
function Announcement() {
  const isRunning = useFeedPart(({ view }) => view.running !== null);
  const isAsking = useFeedPart(({ view }) => view.open.size > 0);
  return (
    <p className="unseen" role="status">
      {isAsking
        ? "The agent waits for your answer."
        : isRunning
          ? "The agent is working."
          : "The agent is idle."}
    </p>
  );
}
