import { CopyButton } from "./copy-button.tsx";
import styles from "./code-view.module.css";

interface CodeViewProps {
  readonly code: string;
  /** The accessible name, also used by the copy button: `Copy command`. */
  readonly label: string;
}

export function CodeView({ code, label }: CodeViewProps) {
  return (
    <div className={styles.frame}>
      <pre className={styles.code} tabIndex={0} role="region" aria-label={label}>
        <code>{code}</code>
      </pre>
      <CopyButton text={code} label={`Copy ${label.toLowerCase()}`} />
    </div>
  );
}
