import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Whether its title is the heading of the page. Default false. */
  readonly isWholePage?: boolean;
}

/** Explains an empty list or screen. */
export function EmptyState({ icon, title, children, action, isWholePage = false }: EmptyStateProps) {
  const Title = isWholePage ? "h1" : "h2";
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>{icon}</span>
      <Title className={styles.title}>{title}</Title>
      <div className={styles.text}>{children}</div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
