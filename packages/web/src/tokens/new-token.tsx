import { basePath } from "../api/instance.ts";
import { CodeView } from "../ui/code-view.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { FieldRow } from "../ui/field.tsx";
import { curlLine } from "./curl-line.ts";
import styles from "./tokens.module.css";

/** A secret that was just made, and how it is used. */
export function NewToken({ secret }: { readonly secret: string }) {
  const command = curlLine(location.origin + basePath, secret);
  return (
    <div className={styles.secret}>
      <FieldRow label="Token">
        {(ids) => (
          <div className={styles.secretLine}>
            <input
              {...ids}
              readOnly
              value={secret}
              className={styles.secretText}
              spellCheck={false}
              autoComplete="off"
              onFocus={(event) => event.target.select()}
            />
            <CopyButton text={secret} label="Copy token" look="words" />
          </div>
        )}
      </FieldRow>
      <div>
        <p className={styles.try}>Try it: this lists the workspaces.</p>
        <CodeView code={command} label="Command" canCopy isWrapped />
      </div>
    </div>
  );
}
