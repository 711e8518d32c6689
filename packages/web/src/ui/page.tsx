import type { ReactNode } from "react";
import styles from "./page.module.css";
import { Title } from "./title.tsx";

interface PageProps {
  readonly title: string;
  /** Breadcrumbs above the title. */
  readonly trail?: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A screen with a title and actions above its content. */
export function Page({ title, trail, description, actions, children }: PageProps) {
  return (
    <div className={styles.page}>
      <Title>{title}</Title>
      <header className={styles.header}>
        <div className={styles.text}>
          {trail !== undefined && (
            <nav aria-label="Breadcrumbs" className={styles.trail}>
              {trail}
            </nav>
          )}
          <h1>{title}</h1>
          {description !== undefined && <p className={styles.description}>{description}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
