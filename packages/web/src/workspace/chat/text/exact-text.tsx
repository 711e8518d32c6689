import { exactPieces } from "@workspace-agent/client";
import { useMemo } from "react";
import styles from "./exact-text.module.css";

/** The exact text for an approval: invisible characters are highlighted, and nothing is reordered. */
export function ExactText({ text }: { readonly text: string }) {
  const pieces = useMemo(() => exactPieces(text), [text]);
  return (
    <bdo dir="ltr" className={styles.text}>
      {pieces.map(({ text: piece, isMark }, index) => (isMark ? <mark key={index}>{piece}</mark> : piece))}
    </bdo>
  );
}
