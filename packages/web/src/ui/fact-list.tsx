import type { ReactNode } from "react";
import styles from "./fact-list.module.css";

/** The properties of something: `<Fact>`s. */
export function FactList({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

interface FactProps {
  readonly name: string;
  /** Nothing, or false: there is no such property. */
  readonly children: ReactNode;
}

export function Fact({ name, children }: FactProps) {
  if (children == null || children === false) return null;
  return (
    <>
      <dt className="muted">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
