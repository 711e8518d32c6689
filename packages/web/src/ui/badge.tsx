import type { ReactNode } from "react";
import styles from "./badge.module.css";

export type Tone = "neutral" | "good" | "busy" | "warn" | "bad";

interface BadgeProps {
  readonly tone?: Tone;
  readonly children: ReactNode;
}

/** A word about a thing: a scope, a label, a version. */
export function Badge({ tone = "neutral", children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}

/** A state, as a dot and words: never by its colour alone. */
export function Status({ tone = "neutral", children }: BadgeProps) {
  return (
    <span className={styles.status} data-tone={tone}>
      <span className={styles.dot} aria-hidden="true" />
      {children}
    </span>
  );
}
