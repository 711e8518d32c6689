import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  readonly icon: ReactNode;
  readonly title: string;
  /** What would be here, and what to do next. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Whether it is all that the page has. Default false. */
  readonly isWholePage?: boolean;
}

/** What stands where there is nothing yet. */
export function EmptyState({ icon, title, children, action, isWholePage = false }: EmptyStateProps) {
  const Title = isWholePage ? "h1" : "h2";
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>{icon}</span>
      <Title className={styles.title}>{title}</Title>
      <div className={styles.words}>{children}</div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
