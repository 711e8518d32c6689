import type { PendingRequest } from "@workspace-agent/client";
import { argumentsOf } from "../rows/call-arguments.ts";
import { counted } from "../../../ui/describe-amounts.ts";
import { countLines } from "../text/fold-text.ts";
import { ExactText } from "../text/exact-text.tsx";
import styles from "./requests.module.css";

/** Everything that an approval covers: all arguments in full, the working directory, and the file that is replaced. */
export function Subject({ request }: { readonly request: PendingRequest }) {
  const { arguments: written, subject } = request;
  const values = argumentsOf(written);
  const named = Object.entries(values ?? { arguments: written });
  return (
    <dl className={styles.subject}>
      {named.map(([name, value]) => (
        <Argument
          key={name}
          name={name}
          text={typeof value === "string" ? value : JSON.stringify(value, null, 2)}
        />
      ))}
      {subject?.file !== undefined && (
        <div>
          <dt className="hint">File</dt>
          <dd>
            <code>
              <ExactText text={subject.file.path} />
            </code>
            {subject.file.replaces === null
              ? " (new)"
              : `, replacing ${counted(subject.file.replaces.size, "byte")}`}
          </dd>
        </div>
      )}
      {subject !== undefined && (
        <div>
          <dt className="hint">Working directory</dt>
          <dd>
            <code>
              <ExactText text={subject.working_directory} />
            </code>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Argument({ name, text }: { readonly name: string; readonly text: string }) {
  const lines = countLines(text);
  const size = text.length;
  return (
    <div>
      <dt className="hint">
        <ExactText text={name} />
        {(lines > 1 || size > 80) && (
          <span className={styles.size}>
            {counted(lines, "line")}, {counted(size, "character")}
          </span>
        )}
      </dt>
      <dd>
        <pre className={styles.argument} tabIndex={0} role="group" aria-label={`Argument ${name}`}>
          <ExactText text={text} />
        </pre>
      </dd>
    </div>
  );
}
