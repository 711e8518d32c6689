import { Pencil, X } from "lucide-react";
import { useState } from "react";
import { describeError } from "../../api/describe-error.ts";
import { useUpdateTurn, useWithdrawTurn } from "../../api/sessions.ts";
import { IconButton } from "../../ui/button.tsx";
import { TextArea } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useChat } from "./chat-context.ts";
import type { SteeredMessage } from "./composer/steered.ts";
import type { QueuedTurn } from "./log/session-view.ts";
import { visibleText } from "./text/visible-text.ts";
import styles from "./waiting-messages.module.css";

interface WaitingMessagesProps {
  readonly joining: readonly SteeredMessage[];
  readonly turns: readonly QueuedTurn[];
  readonly isFirstNext: boolean;
  readonly onEdit: (turn: QueuedTurn) => void;
}

/** The messages that wait: for the next step of the running turn, or for turns of their own. */
export function WaitingMessages({ joining, turns, isFirstNext, onEdit }: WaitingMessagesProps) {
  return (
    <ul className={styles.waiting} aria-label="Waiting messages">
      {joining.map(({ key, label }) => (
        <li key={key}>
          <Message state="Joins at the next step" text={label} />
        </li>
      ))}
      {turns.map((turn, index) => (
        <QueuedMessage
          key={turn.turnId}
          turn={turn}
          state={index === 0 && isFirstNext ? "Starting soon" : "Queued"}
          onEdit={() => onEdit(turn)}
        />
      ))}
    </ul>
  );
}

function Message({ state, text }: { readonly state: string; readonly text: string }) {
  return (
    <>
      <span className={styles.state}>{state}</span>
      <span className="clipped">{visibleText(text.slice(0, 300))}</span>
    </>
  );
}

const textOf = ({ messages }: QueuedTurn) => messages.map(({ text }) => text).join(" ");

interface QueuedMessageProps {
  readonly turn: QueuedTurn;
  readonly state: string;
  readonly onEdit: () => void;
}

function QueuedMessage({ turn, state, onEdit }: QueuedMessageProps) {
  const { workspaceId, sessionId, openAction } = useChat();
  const withdraw = useWithdrawTurn(workspaceId, sessionId, turn.turnId);
  const onError = (error: unknown) =>
    showToast("The message could not be withdrawn", describeError(error).message);
  return (
    <li>
      <Message state={state} text={textOf(turn)} />
      {openAction !== null && (
        <span className={styles.actions}>
          <IconButton label="Edit message" icon={<Pencil />} onClick={onEdit} />
          <IconButton
            label="Withdraw message"
            icon={<X />}
            disabled={withdraw.isPending}
            // The row is gone when the turn has started.
            onClick={() => void withdraw.mutateAsync().catch(onError)}
          />
        </span>
      )}
    </li>
  );
}

interface EditQueuedMessageProps {
  readonly turn: QueuedTurn;
  readonly onClose: () => void;
}

export function EditQueuedMessage({ turn, onClose }: EditQueuedMessageProps) {
  const { workspaceId, sessionId } = useChat();
  const [text] = useState(() => textOf(turn));
  const [typed, setTyped] = useState(text);
  const update = useUpdateTurn(workspaceId, sessionId, turn.turnId);
  return (
    <FormDialog
      onClose={onClose}
      title="Edit the queued message"
      action="Save"
      onSubmit={() => update.mutate(typed, { onSuccess: onClose })}
      isReady={typed.trim() !== "" && typed !== text}
      isBusy={update.isPending}
      error={update.error}
    >
      <TextArea
        label="Message"
        hint="The agent gets this text when its turn starts. Images and attachments stay."
        rows={8}
        value={typed}
        onChange={setTyped}
      />
    </FormDialog>
  );
}
