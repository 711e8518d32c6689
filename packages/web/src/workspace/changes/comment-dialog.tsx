import { useState } from "react";
import { TextArea } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { drafts } from "../chat/composer/drafts.ts";
import { ExactText } from "../chat/text/exact-text.tsx";
import styles from "./changes-screen.module.css";
import { commentText, describeLines, type CommentTarget } from "./comment-text.ts";

interface CommentDialogProps {
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly target: CommentTarget;
  readonly onClose: () => void;
}

/** Adds a comment about lines of a file to the unsent message of the session. */
export function CommentDialog({ workspaceId, sessionId, target, onClose }: CommentDialogProps) {
  const [comment, setComment] = useState("");
  const add = () => {
    const { text } = drafts.read(workspaceId, sessionId);
    const added = commentText(target, comment.trim());
    drafts.change(workspaceId, sessionId, {
      text: text.trim() === "" ? added : `${text.trimEnd()}\n\n${added}`,
    });
    onClose();
  };
  return (
    <FormDialog
      title={`Comment on ${describeLines(target)}`}
      action="Add to message"
      isReady={comment.trim() !== ""}
      onClose={onClose}
      onSubmit={add}
    >
      {target.text !== "" && (
        <pre className={styles.quote} tabIndex={0} aria-label="Lines">
          <ExactText text={target.text} />
        </pre>
      )}
      <TextArea
        label="Comment"
        hint="It is added to your message in the chat of the session."
        value={comment}
        onChange={setComment}
      />
    </FormDialog>
  );
}
