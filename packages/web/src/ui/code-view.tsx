import { CopyButton } from "./copy-button.tsx";
import { classNames } from "./class-names.ts";
import styles from "./code-view.module.css";

interface CodeViewProps {
  readonly code: string;
  /** What it is, for those who listen and for the copy button: `Copy command`. */
  readonly label: string;
  readonly canCopy?: boolean;
  /** Long lines go on below, and are not scrolled. */
  readonly isWrapped?: boolean;
}

/** Text as it is: a command, an answer, a file. */
export function CodeView({ code, label, canCopy = false, isWrapped = false }: CodeViewProps) {
  return (
    <div className={styles.frame}>
      <pre
        className={classNames(styles.code, isWrapped && styles.wrapped)}
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        <code>{code}</code>
      </pre>
      {canCopy && <CopyButton text={code} label={`Copy ${label.toLowerCase()}`} />}
    </div>
  );
}
