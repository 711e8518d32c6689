import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { describeError } from "../api/describe-error.ts";
import { Button } from "./button.tsx";
import styles from "./notice.module.css";

interface ErrorNoticeProps {
  readonly error: unknown;
  /** Tries again what failed. */
  readonly onRetry?: () => void;
  /** Of the pointer of a field: whether the field tells what is wrong with it. Default: none does. */
  readonly isTold?: (pointer: string) => boolean;
}

/** What happened, what can be done about it, and the number by which the operator finds it in the log. */
export function ErrorNotice({ error, onRetry, isTold }: ErrorNoticeProps) {
  const { message, advice, requestId } = describeError(error, isTold);
  return (
    <div role="alert" className={styles.notice} data-kind="bad">
      <CircleAlert className={styles.icon} aria-hidden />
      <div className={styles.words}>
        <p>{message}</p>
        {advice !== null && <p className={styles.more}>{advice}</p>}
        {requestId !== null && (
          <p className={styles.more}>
            Request <code>{requestId}</code>
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

/** A remark that belongs to a place on the page. */
export function Notice({ kind = "neutral", icon, children, action }: NoticeProps) {
  return (
    <div className={styles.notice} data-kind={kind}>
      {icon !== undefined && <span className={styles.icon}>{icon}</span>}
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  );
}
