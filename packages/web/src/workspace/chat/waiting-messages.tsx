import { Pencil, X } from "lucide-react";
import { useState } from "react";
import { useUpdateTurn, useWithdrawTurn } from "../../api/sessions.ts";
import { IconButton } from "../../ui/button.tsx";
import { TextArea } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useChat } from "./chat-context.ts";
import type { SteeredMessage } from "./composer/steered.ts";
import type { QueuedTurn } from "./log/session-view.ts";
import { visibleText } from "./text/visible-text.ts";
import styles from "./waiting-messages.module.css";

interface WaitingMessagesProps {
  readonly joining: readonly SteeredMessage[];
  readonly turns: readonly QueuedTurn[];
  readonly isFirstNext: boolean;
}

/** The messages that wait: for the next step of the running turn, or for turns of their own. */
export function WaitingMessages({ joining, turns, isFirstNext }: WaitingMessagesProps) {
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

function QueuedMessage({ turn, state }: { readonly turn: QueuedTurn; readonly state: string }) {
  const { workspaceId, sessionId, openAction } = useChat();
  const [isEdited, setIsEdited] = useState(false);
  const withdraw = useWithdrawTurn(workspaceId, sessionId, turn.turnId);
  const text = turn.messages.map((message) => message.text).join(" ");
  return (
    <li>
      <Message state={state} text={text} />
      {openAction !== null && (
        <span className={styles.actions}>
          <IconButton label="Edit message" icon={<Pencil />} onClick={() => setIsEdited(true)} />
          <IconButton
            label="Withdraw message"
            icon={<X />}
            disabled={withdraw.isPending}
            onClick={() => withdraw.mutate()}
          />
        </span>
      )}
      {isEdited && <EditDialog turnId={turn.turnId} text={text} onClose={() => setIsEdited(false)} />}
    </li>
  );
}

interface EditDialogProps {
  readonly turnId: string;
  readonly text: string;
  readonly onClose: () => void;
}

function EditDialog({ turnId, text, onClose }: EditDialogProps) {
  const { workspaceId, sessionId } = useChat();
  const [typed, setTyped] = useState(text);
  const update = useUpdateTurn(workspaceId, sessionId, turnId);
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
