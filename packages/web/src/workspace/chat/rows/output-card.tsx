import { Braces } from "lucide-react";
import { useMemo } from "react";
import { LongOutput } from "../text/long-output.tsx";
import styles from "./tool-card.module.css";

const FILE = { name: "output.json", type: "application/json" } as const;

/** The structured output of a turn. */
export function OutputCard({ output }: { readonly output: unknown }) {
  const text = useMemo(() => JSON.stringify(output, null, 2), [output]);
  return (
    <article className={styles.card} aria-label="Structured output">
      <p className={styles.head}>
        <Braces className={styles.icon} aria-hidden />
        <span className={styles.name}>Output</span>
      </p>
      <LongOutput text={text} label="Output" isExact file={FILE} />
    </article>
  );
}
