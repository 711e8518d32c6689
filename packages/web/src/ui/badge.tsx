import type { ReactNode } from "react";
import styles from "./badge.module.css";

export type Tone = "neutral" | "good" | "busy" | "warn" | "bad";

/** A state in words. */
export interface Described {
  readonly tone: Tone;
  readonly text: string;
}

interface BadgeProps {
  readonly tone?: Tone;
  readonly children: ReactNode;
}

/** A short property of something: a scope, a label, a version. */
export function Badge({ tone = "neutral", children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}

/** A state as a dot and text, so that it is not shown by colour alone. */
export function Status({ tone, text, children }: Described & { readonly children?: ReactNode }) {
  return (
    <span className={styles.status} data-tone={tone}>
      <span className={styles.dot} aria-hidden="true" />
      {text}
      {children}
    </span>
  );
}

/** The labels of a resource as badges. */
export function Labels({ labels }: { readonly labels: Readonly<Record<string, string>> }) {
  return (
    <span className="cluster">
      {Object.entries(labels).map(([name, value]) => (
        <Badge key={name}>{value === "" ? name : `${name}: ${value}`}</Badge>
      ))}
    </span>
  );
}
