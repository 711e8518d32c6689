import { basePath } from "../api/instance.ts";
import { CodeView } from "../ui/code-view.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { FieldRow, inputClass } from "../ui/field.tsx";
import styles from "./tokens.module.css";

/** The secret of a new token, and how to use it. */
export function NewToken({ secret }: { readonly secret: string }) {
  const baseUrl = (location.origin + basePath).replaceAll("'", "%27");
  const command = `curl -H 'Authorization: Bearer ${secret}' '${baseUrl}/api/workspaces'`;
  return (
    <div className="stack">
      <FieldRow label="Token">
        {(ids) => (
          <div className={styles.secret}>
            <input
              {...ids}
              readOnly
              value={secret}
              className={inputClass}
              spellCheck={false}
              autoComplete="off"
              onFocus={(event) => event.target.select()}
            />
            <CopyButton text={secret} label="Copy token" look="text" />
          </div>
        )}
      </FieldRow>
      <div>
        <p className="hint">To try it, list the workspaces:</p>
        <CodeView code={command} label="Command" />
      </div>
    </div>
  );
}
