import { exactPieces } from "@workspace-agent/client";
import { useMemo } from "react";
import styles from "./exact-text.module.css";

/** All of a text as it is, for who has to decide about it: what would not show is marked, and nothing changes the order of the rest. */
export function ExactText({ text }: { readonly text: string }) {
  const pieces = useMemo(() => exactPieces(text), [text]);
  return (
    <bdo dir="ltr" className={styles.text}>
      {pieces.map(({ text: piece, isMark }, index) => (isMark ? <mark key={index}>{piece}</mark> : piece))}
    </bdo>
  );
}
