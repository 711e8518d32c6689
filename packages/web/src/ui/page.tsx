import type { ReactNode } from "react";
import styles from "./page.module.css";

interface PageProps {
  readonly title: string;
  /** Links to what it is part of, above the title. */
  readonly trail?: ReactNode;
  /** A sentence on what is here. */
  readonly description?: ReactNode;
  /** The deed of the screen, at the right of its title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a screen that is read from its top: a title, what can be done, the content. */
export function Page({ title, trail, description, actions, children }: PageProps) {
  return (
    <div className={styles.page}>
      <title>{title}</title>
      <header className={styles.header}>
        <div className={styles.words}>
          {trail !== undefined && (
            <nav aria-label="Where you are" className={styles.trail}>
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
