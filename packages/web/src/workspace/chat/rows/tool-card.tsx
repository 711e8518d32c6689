import { Link } from "@tanstack/react-router";
import {
  Bot,
  CalendarClock,
  ArrowUpRight,
  FilePen,
  FilePlus,
  FileSearch,
  FileText,
  ListTodo,
  MessageCircleQuestion,
  Sparkles,
  SquareTerminal,
  Wrench,
  type LucideIcon,
} from "lucide-react";
import { classNames } from "../../../ui/class-names.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { useChat } from "../chat-context.ts";
import { useFeedPart } from "../feed/use-session-feed.ts";
import type { CallRow } from "../log/row.ts";
import { RequestBox } from "../requests/request-box.tsx";
import { visibleText } from "../text/visible-text.ts";
import { describeDuration } from "../../../ui/describe-amounts.ts";
import { argumentsOf, textArgument } from "./call-arguments.ts";
import { isForbidden, outcomeOf } from "./call-outcome.ts";
import { fileOfCall, type FileTarget } from "./file-target.ts";
import { Fold } from "./fold.tsx";
import { Images } from "./images.tsx";
import { toolName } from "./tool-names.ts";
import { TruncationNote } from "./truncation-note.tsx";
import { ToolBody } from "./tool-bodies.tsx";
import styles from "./tool-card.module.css";

const ICONS: Readonly<Record<string, LucideIcon>> = {
  bash: SquareTerminal,
  bash_output: SquareTerminal,
  bash_kill: SquareTerminal,
  read: FileText,
  write: FilePlus,
  edit: FilePen,
  glob: FileSearch,
  grep: FileSearch,
  todo_write: ListTodo,
  schedule: CalendarClock,
  skill: Sparkles,
  ask_user: MessageCircleQuestion,
  task: Bot,
};

/** Tools whose cards are open at first. */
const OPEN = ["bash", "edit", "write", "todo_write"];
/** The arguments that may be shown in the title, in order of preference. */
const TITLE_ARGUMENTS = ["command", "path", "pattern", "description", "name", "id"];

/** A tool call with its requests and result. */
export function ToolCard({ row }: { readonly row: CallRow }) {
  const Icon = ICONS[row.name] ?? Wrench;
  const values = row.call === null ? null : argumentsOf(row.call.arguments);
  const detail =
    TITLE_ARGUMENTS.map((name) => textArgument(values, name)).find((text) => text !== null) ?? "";
  const file = fileOfCall(row.name, textArgument(values, "path"));
  const isFailed = row.result?.is_error === true;
  const child = row.result?.subagent?.session_id ?? row.childSessionId;
  return (
    <article
      className={styles.card}
      aria-label={`Call of ${row.name}`}
      data-failed={row.isFailed || undefined}
    >
      <Fold
        id={row.id}
        aside={file !== null && !isFailed && <FileLink file={file} />}
        isInitiallyOpen={OPEN.includes(row.name) || isFailed}
        title={
          <>
            <Icon className={styles.icon} aria-hidden />
            <span className={styles.name}>{visibleText(toolName(row.name))}</span>
            <span className={classNames("hint mono clipped", styles.detail)}>
              {visibleText(detail.split("\n", 1)[0]?.slice(0, 200) ?? "")}
            </span>
            <CallState row={row} />
          </>
        }
      >
        {(row.name !== "ask_user" || row.asked.length === 0) && <ToolBody row={row} />}
      </Fold>
      {row.asked.map((asked) => (
        <RequestBox key={asked.request.id} asked={asked} />
      ))}
      {isForbidden(row) && (
        <p className={styles.more}>The permissions of this workspace do not allow this call.</p>
      )}
      {child !== null && <SubagentLink sessionId={child} />}
      {row.result?.images !== undefined && <Images images={row.result.images} />}
      <TruncationNote row={row} />
    </article>
  );
}

function CallState({ row }: { readonly row: CallRow }) {
  const isOfRunning = useFeedPart(({ view }) => view.running?.turnId === row.turnId);
  const { startedAt, endedAt } = row;
  switch (outcomeOf(row)) {
    case "done": {
      const took = startedAt === null || endedAt === null ? 0 : Date.parse(endedAt) - Date.parse(startedAt);
      return (
        <span className={styles.state}>
          {took >= 1000 ? describeDuration(took) : <span className="unseen">Done</span>}
        </span>
      );
    }
    case "failed":
      return (
        <span className={styles.state} data-tone="bad">
          Failed
        </span>
      );
    case "denied":
      return <span className={styles.state}>Denied</span>;
    case "not_run":
      return <span className={styles.state}>Not run</span>;
    case "waiting":
      return <span className={styles.state}>Waiting for you</span>;
    case null:
      return (
        isOfRunning && (
          <span className={styles.state}>
            <Spinner label={startedAt === null ? "Starting" : "Running"} />
          </span>
        )
      );
  }
}

/** Opens the file of a call, as it is now. */
function FileLink({ file }: { readonly file: FileTarget }) {
  const { workspaceId } = useChat();
  const label = `Open ${visibleText(file.path)}`;
  return (
    <Link
      to="/workspaces/$id/files"
      params={{ id: workspaceId }}
      search={file}
      className={styles.open}
      aria-label={label}
      title={label}
    >
      <ArrowUpRight aria-hidden />
    </Link>
  );
}

function SubagentLink({ sessionId }: { readonly sessionId: string }) {
  const { workspaceId } = useChat();
  return (
    <p className={styles.more}>
      <Link to="/workspaces/$id/chat" params={{ id: workspaceId }} search={{ session: sessionId }}>
        Open subagent session
      </Link>
    </p>
  );
}
