import { ChevronRight } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useChat } from "../chat-context.ts";
import styles from "./fold.module.css";

interface FoldProps {
  /** The id of the row, so that it is restored when it is rendered again. */
  readonly id: string;
  readonly title: ReactNode;
  readonly isInitiallyOpen?: boolean;
  /** Beside the title, and not part of its button. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A disclosure. */
export function Fold({ id, title, isInitiallyOpen = false, aside, children }: FoldProps) {
  const { folds } = useChat();
  const [isOpen, setOpen] = useState(folds.get(id) ?? isInitiallyOpen);
  const toggle = () => {
    folds.set(id, !isOpen);
    setOpen(!isOpen);
  };
  return (
    <div>
      <div className={styles.head}>
        <button type="button" className={styles.title} aria-expanded={isOpen} onClick={toggle}>
          <ChevronRight className={styles.arrow} aria-hidden />
          {title}
        </button>
        {aside}
      </div>
      {isOpen && <div className={styles.content}>{children}</div>}
    </div>
  );
}
