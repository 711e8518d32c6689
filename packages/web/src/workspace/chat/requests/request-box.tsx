import type { AnswerRequest, PendingRequest } from "@workspace-agent/client";
import { Check, X } from "lucide-react";
import { useState } from "react";
import { isProblem } from "../../../api/describe-error.ts";
import { useAnswerRequest } from "../../../api/sessions.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorNotice } from "../../../ui/error-notice.tsx";
import { Field } from "../../../ui/field.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { useChat } from "../chat-context.ts";
import type { Asked } from "../log/row.ts";
import { ExactText } from "../text/exact-text.tsx";
import { visibleText } from "../text/visible-text.ts";
import { QuestionForm } from "./question-form.tsx";
import { Subject } from "./subject.tsx";
import styles from "./requests.module.css";

const OUTCOMES = {
  allow: "Allowed",
  deny: "Denied",
  answered: "Answered",
  expired: "Nobody answered in time: it counts as denied",
  cancelled: "The turn was stopped before an answer",
} as const;

/** What the agent wants of a person: to allow a call, or answers. It is answered in place. */
export function RequestBox({ asked: { request, resolution } }: { readonly asked: Asked }) {
  const { workspaceId, sessionId } = useChat();
  const answer = useAnswerRequest(workspaceId, sessionId, request.id);
  if (resolution !== null) return <Resolved asked={{ request, resolution }} />;
  const isTaken = isProblem(answer.error, "already_resolved");
  const give = (body: AnswerRequest) => answer.mutate(body);
  return (
    <div
      role="group"
      className={styles.box}
      aria-label={request.kind === "approval" ? "Approval" : "Questions"}
    >
      {request.kind === "approval" ? (
        <Approval request={request} isBusy={answer.isPending || answer.isSuccess} onDecide={give} />
      ) : (
        <QuestionForm
          questions={request.questions ?? []}
          isBusy={answer.isPending || answer.isSuccess}
          error={answer.error}
          onAnswer={(answers) => give({ answers })}
        />
      )}
      {answer.isError && !isTaken && (
        <ErrorNotice error={answer.error} isTold={(pointer) => pointer.startsWith("#/answers/")} />
      )}
      {isTaken && <p className={styles.hint}>Somebody else has answered already.</p>}
      <p className={styles.hint}>
        The turn waits for this. Without an answer it counts as denied{" "}
        <RelativeTime at={request.expires_at} />.
      </p>
    </div>
  );
}

interface ApprovalProps {
  readonly request: PendingRequest;
  readonly isBusy: boolean;
  readonly onDecide: (body: AnswerRequest) => void;
}

function Approval({ request, isBusy, onDecide }: ApprovalProps) {
  // Null: a denial says nothing more.
  const [note, setNote] = useState<string | null>(null);
  const said = note?.trim() ?? "";
  const { tool, subject_hash } = request;
  const shown = subject_hash === undefined ? {} : { subject_hash };
  return (
    <form
      className={styles.questions}
      onSubmit={(event) => {
        event.preventDefault();
        onDecide({ decision: "deny", ...shown, ...(said !== "" && { note: said }) });
      }}
    >
      <p className={styles.prompt}>
        May <ExactText text={tool} /> run exactly this?
      </p>
      <Subject request={request} />
      {note !== null && (
        <Field
          label="What the agent should know"
          value={note}
          onChange={setNote}
          maxLength={2000}
          autoComplete="off"
          autoFocus
        />
      )}
      <div className={styles.buttons}>
        <Button
          kind="primary"
          icon={<Check />}
          isBusy={isBusy}
          onClick={() => onDecide({ decision: "allow", ...shown })}
        >
          Allow
        </Button>
        <Button type="submit" icon={<X />} disabled={isBusy}>
          Deny
        </Button>
        {note === null && (
          <Button kind="quiet" disabled={isBusy} onClick={() => setNote("")}>
            Add a reason
          </Button>
        )}
      </div>
    </form>
  );
}

function Resolved({ asked: { request, resolution } }: { readonly asked: Asked }) {
  if (resolution === null) return null;
  const { outcome, note, answers, by } = resolution;
  return (
    <div className={styles.resolved}>
      <p>
        {OUTCOMES[outcome]}
        {by !== null && ` by ${by.kind === "token" ? "the token " : ""}${visibleText(by.name)}`}
        {note !== null && note !== "" && `: ${visibleText(note)}`}
      </p>
      {answers !== null && (
        <dl className={styles.answers}>
          {(request.questions ?? []).map(({ question }, index) => (
            <div key={question}>
              <dt>{visibleText(question)}</dt>
              <dd>{visibleText(toldAnswer(answers[question] ?? answers[String(index)]))}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function toldAnswer(answer: string | readonly string[] | undefined): string {
  const text = answer === undefined || typeof answer === "string" ? (answer ?? "") : answer.join("; ");
  return text === "" ? "(nothing chosen)" : text;
}
