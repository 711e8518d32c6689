import type { AnswerRequest, PendingRequest } from "@workspace-agent/client";
import { Check, X } from "lucide-react";
import { useRef, useState } from "react";
import { isProblem } from "../../../api/describe-error.ts";
import { useAnswerRequest } from "../../../api/sessions.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorNotice } from "../../../ui/error-notice.tsx";
import { Field } from "../../../ui/field.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { useSettled } from "../../../ui/use-settled.ts";
import { useChat } from "../chat-context.ts";
import { useFeedPart } from "../feed/use-session-feed.ts";
import { ExactText } from "../text/exact-text.tsx";
import { AlwaysButton } from "./always-button.tsx";
import { isOfCaller } from "./of-caller.ts";
import { QuestionForm } from "./question-form.tsx";
import { Subject } from "./subject.tsx";
import styles from "./requests.module.css";
import { REQUEST_KEYS, useRequestKeys } from "./use-request-keys.ts";

/** A key that is pressed sooner was meant for the request before. */
const SETTLE_MS = 500;

/** A request that waits: to approve a tool call, to answer questions, or, for a program and not for a person, to run a call. */
export function OpenRequest({ request }: { readonly request: PendingRequest }) {
  return isOfCaller(request) ? <WaitsForCaller request={request} /> : <WaitsForPerson request={request} />;
}

function WaitsForPerson({ request }: { readonly request: PendingRequest }) {
  const { workspaceId, sessionId } = useChat();
  const answer = useAnswerRequest(workspaceId, sessionId, request.id);
  const [hasRule, setHasRule] = useState(false);
  const isResolved = isProblem(answer.error, "already_resolved");
  const respond = (body: AnswerRequest) => answer.mutate(body);
  return (
    <div
      role="group"
      className={styles.box}
      aria-label={request.kind === "approval" ? "Approval" : "Questions"}
    >
      {request.kind === "approval" ? (
        <Approval
          request={request}
          isBusy={answer.isPending || answer.isSuccess}
          onDecide={respond}
          onRule={() => setHasRule(true)}
        />
      ) : (
        <QuestionForm
          questions={request.questions ?? []}
          isBusy={answer.isPending || answer.isSuccess}
          error={answer.error}
          onAnswer={(answers) => respond({ answers })}
        />
      )}
      {hasRule && answer.isError && (
        <p role="status" className={styles.hint}>
          The rule was written to the config.
          {!isResolved && " The answer failed, so this request is still open: choose Allow again."}
        </p>
      )}
      {answer.isError && !isResolved && (
        <ErrorNotice error={answer.error} isShownAtField={(pointer) => pointer.startsWith("#/answers/")} />
      )}
      {isResolved && <p className={styles.hint}>Somebody else has already answered.</p>}
      <p className={styles.hint}>
        The turn is waiting. The request expires <RelativeTime at={request.expires_at} />.
      </p>
    </div>
  );
}

function WaitsForCaller({ request: { tool, expires_at } }: { readonly request: PendingRequest }) {
  return (
    <div role="group" className={styles.box} aria-label="Tool call">
      <p className={styles.prompt}>
        Waiting for the program that runs <ExactText text={tool} />.
      </p>
      <p className={styles.hint}>
        The call fails if it has no result <RelativeTime at={expires_at} />.
      </p>
    </div>
  );
}

interface ApprovalProps {
  readonly request: PendingRequest;
  readonly isBusy: boolean;
  readonly onDecide: (body: AnswerRequest) => void;
  /** A rule that allows such calls is in the config. */
  readonly onRule: () => void;
}

function Approval({ request, isBusy, onDecide, onRule }: ApprovalProps) {
  // Null until the user adds a reason.
  const [note, setNote] = useState<string | null>(null);
  const reason = note?.trim() ?? "";
  const { id, tool, subject_hash } = request;
  const approved = subject_hash === undefined ? {} : { subject_hash };
  const allow = () => onDecide({ decision: "allow", ...approved });
  const deny = () => onDecide({ decision: "deny", ...approved, ...(reason !== "" && { note: reason }) });
  const form = useRef<HTMLFormElement>(null);
  const isFirst = useFeedPart(({ view }) => view.open.keys().next().value === id);
  const hasKeys = useSettled(isFirst, SETTLE_MS);
  useRequestKeys(form, hasKeys && !isBusy, (decision) => (decision === "allow" ? allow() : deny()));
  return (
    <form
      ref={form}
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        deny();
      }}
    >
      <p className={styles.prompt}>
        Allow <ExactText text={tool} /> to run this?
      </p>
      <Subject request={request} />
      {note !== null && (
        <Field label="Reason" value={note} onChange={setNote} maxLength={2000} autoComplete="off" autoFocus />
      )}
      <div className="cluster">
        <Button
          kind="primary"
          icon={<Check />}
          isBusy={isBusy}
          aria-keyshortcuts={hasKeys ? REQUEST_KEYS.allow.aria : undefined}
          onClick={allow}
        >
          Allow
          {isFirst && <Key isOn={hasKeys}>{REQUEST_KEYS.allow.shown}</Key>}
        </Button>
        <Button
          type="submit"
          icon={<X />}
          disabled={isBusy}
          aria-keyshortcuts={hasKeys ? REQUEST_KEYS.deny.aria : undefined}
        >
          Deny
          {isFirst && <Key isOn={hasKeys}>{REQUEST_KEYS.deny.shown}</Key>}
        </Button>
        {note === null && (
          <Button kind="quiet" disabled={isBusy} onClick={() => setNote("")}>
            Add a reason
          </Button>
        )}
        <AlwaysButton
          request={request}
          isBusy={isBusy}
          onWritten={() => {
            onRule();
            allow();
          }}
        />
      </div>
    </form>
  );
}

/** The button names its shortcut to assistive technology. */
function Key({ isOn, children }: { readonly isOn: boolean; readonly children: string }) {
  return (
    <kbd className={styles.key} data-on={isOn} aria-hidden>
      {children}
    </kbd>
  );
}
