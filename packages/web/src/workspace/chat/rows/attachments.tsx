import { Link } from "@tanstack/react-router";
import { Paperclip } from "lucide-react";
import { describeBytes } from "../../../ui/describe-amounts.ts";
import { useChat } from "../chat-context.ts";
import type { Attachment } from "../log/row.ts";
import { visibleText } from "../text/visible-text.ts";
import styles from "./attachments.module.css";

/** Links to the files that a message refers to, as they are now. */
export function Attachments({ attachments }: { readonly attachments: readonly Attachment[] }) {
  const { workspaceId } = useChat();
  return (
    <ul className={styles.attachments} aria-label="Attachments">
      {attachments.map(({ path, size }, index) => (
        <li key={index} className={styles.attachment}>
          <Paperclip aria-hidden />
          <Link
            to="/workspaces/$id/files"
            params={{ id: workspaceId }}
            search={{ path }}
            className="clipped"
            title={visibleText(path)}
          >
            <bdi>{visibleText(path)}</bdi>
          </Link>
          <span className="hint">{describeBytes(size)}</span>
        </li>
      ))}
    </ul>
  );
}
