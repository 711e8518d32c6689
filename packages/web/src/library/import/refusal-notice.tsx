import { FileX } from "lucide-react";
import { Notice } from "../../ui/error-notice.tsx";
import type { ImportRefusal } from "./refusal.ts";
import styles from "./import.module.css";

export function RefusalNotice({ refusal }: { readonly refusal: ImportRefusal }) {
  return (
    <Notice kind="bad" icon={<FileX />}>
      <p role="alert">{refusal.message}</p>
      <p className={styles.quiet}>{refusal.advice}</p>
    </Notice>
  );
}
