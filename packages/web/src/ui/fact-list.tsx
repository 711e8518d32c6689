import type { ReactNode } from "react";
import styles from "./fact-list.module.css";

/** The properties of something: `<dt>`s with their `<dd>`s. */
export function FactList({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}
