import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { describeError } from "../api/describe-error.ts";
import { Button } from "./button.tsx";
import styles from "./notice.module.css";

interface ErrorNoticeProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** Whether the field of a JSON Pointer shows its own error. Default: none does. */
  readonly isShownAtField?: ((pointer: string) => boolean) | undefined;
}

/** An error with advice, and the request ID that identifies it in the log. */
export function ErrorNotice({ error, onRetry, isShownAtField }: ErrorNoticeProps) {
  const { message, advice, requestId } = describeError(error, isShownAtField);
  return (
    <div role="alert" className={styles.notice} data-tone="bad">
      <CircleAlert className={styles.icon} aria-hidden />
      <div className={styles.text}>
        <p>{message}</p>
        {advice !== null && <p className={styles.more}>{advice}</p>}
        {requestId !== null && (
          <p className={styles.more}>
            Request ID <code>{requestId}</code>
          </p>
        )}
      </div>
      {onRetry !== undefined && (
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

interface NoticeProps {
  readonly kind?: "neutral" | "good" | "warn" | "bad";
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function Notice({ kind = "neutral", icon, children, action }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={kind}>
      {icon !== undefined && <span className={styles.icon}>{icon}</span>}
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
