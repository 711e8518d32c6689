import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { Session } from "@workspace-agent/client";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { keys } from "../../api/keys.ts";
import { sessionQuery } from "../../api/sessions.ts";
import { queryClient } from "../../api/query-client.ts";
import { Status } from "../../ui/badge.tsx";
import { classNames } from "../../ui/class-names.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { ChatContext, useChat, type ChatAction } from "./chat-context.ts";
import { Composer } from "./composer/composer.tsx";
import { steered, steeredMessage } from "./composer/steered.ts";
import styles from "./chat.module.css";
import { describeCost, describeCount } from "../../ui/describe-amounts.ts";
import type { FeedState } from "./feed/session-feed.ts";
import { FeedContext, useFeed, useFeedPart, useSessionFeed } from "./feed/use-session-feed.ts";
import { lastMessage } from "./log/last-message.ts";
import { isBusy } from "./log/session-view.ts";
import { OutageNotice } from "./outage-notice.tsx";
import { SessionLink } from "./sessions/session-link.tsx";
import { SessionMenu } from "./sessions/session-menu.tsx";
import { sessionState, sessionTitle } from "./sessions/session-title.ts";
import { Transcript } from "./transcript.tsx";

const FullOutput = lazyComponent(async () => (await import("./full-output.tsx")).FullOutput);
const ProgressLine = lazyComponent(async () => (await import("./progress-line.tsx")).ProgressLine);
const ActionDialog = lazyComponent(async () => (await import("./action-dialog.tsx")).ActionDialog);

interface ConversationProps {
  readonly workspaceId: string;
  readonly sessionId: string;
  /** Opens the list of sessions on a narrow screen. */
  readonly sessionsButton: ReactNode;
}

export function Conversation({ workspaceId, sessionId, sessionsButton }: ConversationProps) {
  const feed = useSessionFeed(workspaceId, sessionId);
  const { data: session } = useQuery(sessionQuery(workspaceId, sessionId));
  const [folds] = useState(() => new Map<string, boolean>());
  const [outputId, openOutput] = useState<string | null>(null);
  const [action, setAction] = useState<ChatAction | null>(null);
  const [focusCount, setFocusCount] = useState(0);
  const [isSearched, setSearched] = useState(false);
  const isSubagent = session !== undefined && session.parent !== null;
  const openAction = session === undefined || isSubagent ? null : setAction;
  const chat = useMemo(
    () => ({ workspaceId, sessionId, folds, openOutput, openAction }),
    [workspaceId, sessionId, folds, openAction],
  );
  return (
    <ChatContext value={chat}>
      <FeedContext value={feed}>
        <header className={styles.header}>
          {sessionsButton}
          <div className={styles.heading}>
            <h2 className={classNames("clipped", styles.title)}>
              {session === undefined ? "…" : sessionTitle(session)}
            </h2>
            {session !== undefined && session.forked_from !== null && (
              <p className="hint clipped">
                Forked from{" "}
                <SessionLink workspaceId={workspaceId} sessionId={session.forked_from.session_id} />
              </p>
            )}
          </div>
          {session !== undefined && <SessionFacts session={session} />}
          {session !== undefined && <SessionMenu session={session} onFind={() => setSearched(true)} />}
        </header>
        <FeedError />
        <Transcript isSearched={isSearched} onSearchEnd={() => setSearched(false)} />
        {action !== null && (
          <ActionDialog
            action={action}
            onClose={() => setAction(null)}
            onRewound={() => setFocusCount((count) => count + 1)}
          />
        )}
        {outputId !== null && <FullOutput outputId={outputId} onClose={() => openOutput(null)} />}
        <OutageNotice />
        <ProgressLine />
        <Announcement />
        {isSubagent ? (
          <p className={styles.subagent}>
            You cannot send messages to a subagent.{" "}
            <Link
              to="/workspaces/$id/chat"
              params={{ id: workspaceId }}
              search={{ session: session.parent?.session_id ?? sessionId }}
            >
              Open its parent session
            </Link>
          </p>
        ) : (
          <SessionComposer workspaceId={workspaceId} sessionId={sessionId} focusCount={focusCount} />
        )}
      </FeedContext>
    </ChatContext>
  );
}

/** The status according to the events; null until all of them are read. */
function statusOf({ view, isCaughtUp }: FeedState): Session["status"] | null {
  if (!isCaughtUp) return null;
  if (view.open.size > 0) return "waiting";
  if (view.running !== null) return "running";
  return view.queue.length > 0 ? "queued" : "idle";
}

/** The status and usage of the session. */
function SessionFacts({ session }: { readonly session: Session }) {
  const { workspaceId } = useChat();
  const queries = useQueryClient();
  // Events arrive before the next refresh of the session.
  const status = useFeedPart(statusOf);
  useEffect(() => {
    if (status === null) return;
    void queries.invalidateQueries({ queryKey: keys.workspaces.one(workspaceId) });
    void queries.invalidateQueries({ queryKey: keys.workspaces.waiting });
  }, [status, queries, workspaceId]);
  const state = sessionState({ ...session, status: status ?? session.status });
  const { input_tokens, output_tokens, cost_usd } = session.usage;
  return (
    <p className={styles.facts}>
      {state !== null && <Status {...state} />}
      <span title="Tokens of all turns" className={styles.extra}>
        {describeCount(input_tokens)} input tokens, {describeCount(output_tokens)} output tokens
      </span>
      {cost_usd !== null && cost_usd > 0 && <span className={styles.extra}>{describeCost(cost_usd)}</span>}
    </p>
  );
}

interface SessionComposerProps {
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly focusCount: number;
}

function SessionComposer({ workspaceId, sessionId, focusCount }: SessionComposerProps) {
  const isWorking = useFeedPart(({ view }) => isBusy(view));
  const navigate = useNavigate();
  const feed = useFeed();
  return (
    <Composer
      workspaceId={workspaceId}
      sessionId={sessionId}
      isBusy={isWorking}
      focusCount={focusCount}
      recall={() => lastMessage(feed.read().view)}
      onSend={(message) => {
        const { view } = feed.read();
        return ({ turn_id }) => {
          if (message.on_busy !== "steer") return;
          const before = steered.read(sessionId);
          steered.change(sessionId, [...before, steeredMessage(view, turn_id, message, before)]);
        };
      }}
      onSent={(session) =>
        void navigate({ to: "/workspaces/$id/chat", params: { id: workspaceId }, search: { session } })
      }
    />
  );
}

/** The error that ended the event stream, such as a deleted session. */
function FeedError() {
  const error = useFeedPart((state) => state.error);
  useEffect(() => {
    // If the user is signed out, the queries open the sign-in page.
    if (error !== null) void queryClient.invalidateQueries();
  }, [error]);
  if (error === null) return null;
  return (
    <div className={styles.error}>
      <ErrorNotice error={error} onRetry={() => location.reload()} />
    </div>
  );
}

/** Announces to screen readers when the agent needs an answer or is idle. */
function Announcement() {
  const isRunning = useFeedPart(({ view }) => view.running !== null);
  const isAsking = useFeedPart(({ view }) => view.open.size > 0);
  return (
    <p className="unseen" role="status">
      {isAsking
        ? "The agent is waiting for your answer."
        : isRunning
          ? "The agent is working."
          : "The agent is idle."}
    </p>
  );
}
