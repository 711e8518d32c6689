import { ChevronRight } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useChat } from "../chat-context.ts";
import styles from "./fold.module.css";

interface FoldProps {
  /** Of the row, so that it is as it was left when it comes into sight again. */
  readonly id: string;
  readonly title: ReactNode;
  readonly isOpenAtFirst?: boolean;
  readonly children: ReactNode;
}

/** A line that opens to more. */
export function Fold({ id, title, isOpenAtFirst = false, children }: FoldProps) {
  const { folds } = useChat();
  const [isOpen, setOpen] = useState(folds.get(id) ?? isOpenAtFirst);
  const toggle = () => {
    folds.set(id, !isOpen);
    setOpen(!isOpen);
  };
  return (
    <div className={styles.fold}>
      <button type="button" className={styles.title} aria-expanded={isOpen} onClick={toggle}>
        <ChevronRight className={styles.mark} aria-hidden />
        {title}
      </button>
      {isOpen && <div className={styles.content}>{children}</div>}
    </div>
  );
}
