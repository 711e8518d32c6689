import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Restore } from "../../api/rewind.ts";
import { snapshotOfTurnsQuery } from "../../api/snapshots.ts";
import { undoOf } from "../rewind/announce-rewind.ts";
import { ForkDialog } from "../rewind/fork-dialog.tsx";
import { RewindDialog } from "../rewind/rewind-dialog.tsx";
import { useChat, type ChatAction } from "./chat-context.ts";
import { drafts } from "./composer/drafts.ts";
import { useFeed } from "./feed/use-session-feed.ts";
import type { UserRow } from "./log/row.ts";
import { turnsFrom } from "./log/turns-from.ts";

const LEAVES = "This message and everything after it are removed from the conversation.";

/** For a rewind to before a message. */
const MESSAGE_NOTES: Readonly<Record<Restore, string>> = {
  both: `The files return to what they were before this message. ${LEAVES}`,
  files: "The files return to what they were before this message. The conversation stays as it is.",
  transcript: `${LEAVES} The files stay as they are.`,
};
const EDIT_NOTE = "Its text becomes your draft.";
const EDIT_NOTES = {
  both: `${MESSAGE_NOTES.both} ${EDIT_NOTE}`,
  transcript: `${MESSAGE_NOTES.transcript} ${EDIT_NOTE}`,
};
const UNDO_NOTES = {
  both: "The files and the conversation return to what they were before the rewind. What came after it is removed.",
  files: "The files return to what they were before the rewind. The conversation stays as it is.",
};

interface ActionDialogProps {
  readonly action: ChatAction;
  readonly onClose: () => void;
  /** Called when messages were removed from the conversation, or came back. */
  readonly onRewound: () => void;
}

/** The dialog of an action on the conversation. */
export function ActionDialog({ action, onClose, onRewound }: ActionDialogProps) {
  const { workspaceId, sessionId } = useChat();
  const ids = { workspaceId, sessionId };
  switch (action.kind) {
    case "rewind":
      return (
        <RewindDialog
          {...ids}
          target={{ to_turn: action.message.turnId }}
          title="Rewind to here"
          choices={["both", "files", "transcript"]}
          notes={MESSAGE_NOTES}
          onClose={onClose}
          onDone={({ through_seq }) => {
            if (through_seq !== null) onRewound();
          }}
        />
      );
    case "edit":
      return (
        <RewindDialog
          {...ids}
          target={{ to_turn: action.message.turnId }}
          title="Edit and resend"
          choices={["both", "transcript"]}
          notes={EDIT_NOTES}
          onClose={onClose}
          onDone={() => {
            addToDraft(workspaceId, sessionId, action.message);
            onRewound();
          }}
        />
      );
    case "undo": {
      const { safety_snapshot_id: safety, through_seq } = action.event;
      if (safety === null) return null;
      return (
        <RewindDialog
          {...ids}
          target={{ to_snapshot: safety }}
          title="Undo the rewind"
          verb="Restore"
          done="Rewind undone"
          choices={[undoOf(through_seq)]}
          notes={UNDO_NOTES}
          onClose={onClose}
          onDone={onRewound}
        />
      );
    }
    case "fork":
      return <ForkFromMessage message={action.message} onClose={onClose} />;
  }
}

/** Puts a message before what the user has written. */
function addToDraft(workspaceId: string, sessionId: string, message: UserRow): void {
  const { text, attachments } = drafts.read(workspaceId, sessionId);
  const paths = message.attachments.map(({ path }) => path);
  drafts.change(workspaceId, sessionId, {
    text: text.trim() === "" ? message.text : `${message.text}\n\n${text}`,
    attachments: [...new Set([...paths, ...attachments])],
  });
}

interface ForkFromMessageProps {
  readonly message: UserRow;
  readonly onClose: () => void;
}

/** The fork has the files from before the first turn since the message that changed them. */
function ForkFromMessage({ message, onClose }: ForkFromMessageProps) {
  const { workspaceId, sessionId } = useChat();
  const feed = useFeed();
  const [turns] = useState(() => turnsFrom(feed.read().view, message.id));
  const { data: snapshot, error } = useQuery(snapshotOfTurnsQuery(workspaceId, turns));
  return (
    <ForkDialog
      workspaceId={workspaceId}
      snapshot={snapshot}
      problem={error}
      conversations={{ label: "Copy this conversation, with all of its messages", sessions: [sessionId] }}
      onClose={onClose}
    />
  );
}
