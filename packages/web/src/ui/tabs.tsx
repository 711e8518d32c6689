import type { ReactNode } from "react";
import styles from "./tabs.module.css";

/** A row of `<Link className={tabLinkClass}>`. */
export function LinkTabs({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav className={styles.list} aria-label={label}>
      {children}
    </nav>
  );
}

export const tabLinkClass = styles.tab;
