import { MessageSquarePlus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { drafts } from "../chat/composer/drafts.ts";
import { ExactText } from "../chat/text/exact-text.tsx";
import styles from "./changes-screen.module.css";
import { commentText, describeLines, type CommentTarget } from "./comment-text.ts";

interface CommentButtonProps {
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly target: CommentTarget;
}

/** Adds a comment about lines of a file to the unsent message of the session. */
export function CommentButton({ workspaceId, sessionId, target }: CommentButtonProps) {
  const [shown, setShown] = useState<CommentTarget | null>(null);
  const [comment, setComment] = useState("");
  const add = (about: CommentTarget) => {
    const { text } = drafts.read(workspaceId, sessionId);
    const added = commentText(about, comment.trim());
    drafts.change(workspaceId, sessionId, {
      text: text.trim() === "" ? added : `${text.trimEnd()}\n\n${added}`,
    });
    setComment("");
    setShown(null);
  };
  return (
    <>
      <Button kind="quiet" size="small" icon={<MessageSquarePlus />} onClick={() => setShown(target)}>
        Comment on {describeLines(target)}
      </Button>
      {shown !== null && (
        <FormDialog
          title={`Comment on ${describeLines(shown)}`}
          action="Add to message"
          isReady={comment.trim() !== ""}
          onClose={() => setShown(null)}
          onSubmit={() => add(shown)}
        >
          {shown.text !== "" && (
            <pre className={styles.quote} tabIndex={0} aria-label="Lines">
              <ExactText text={shown.text} />
            </pre>
          )}
          <TextArea
            label="Comment"
            hint="It is added to your message in the chat of the session."
            value={comment}
            onChange={setComment}
          />
        </FormDialog>
      )}
    </>
  );
}
