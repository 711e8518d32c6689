import { useId, useMemo, useState } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field } from "../../ui/field.tsx";
import { argumentsOf, fill, piecesOf, shownFor } from "./fill-prompt.ts";
import styles from "./prompt-preview.module.css";

/** The arguments of a prompt, and what the agent gets with the values that are typed here. They are not stored. */
export function PromptPreview({ content }: { readonly content: string }) {
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const title = useId();
  const pieces = useMemo(() => piecesOf(content), [content]);
  const names = argumentsOf(pieces);
  return (
    <section className={styles.preview} aria-labelledby={title}>
      <header className={styles.head}>
        <h2 id={title}>Preview</h2>
        <CopyButton text={fill(pieces, values)} label="Copy filled prompt" />
      </header>
      {names.length === 0 ? (
        <p className={styles.hint}>This prompt has no arguments: it is sent as it is.</p>
      ) : (
        <div className={styles.arguments}>
          {names.map((name) => (
            <Field
              key={name}
              label={<code>{name}</code>}
              value={values.get(name) ?? ""}
              onChange={(value) => setValues(new Map(values).set(name, value))}
              autoComplete="off"
            />
          ))}
        </div>
      )}
      <div className={styles.text} tabIndex={0} role="region" aria-label="Filled prompt">
        {pieces.length === 0 && <span className={styles.hint}>Nothing yet</span>}
        {pieces.map((piece, index) =>
          "text" in piece ? (
            piece.text
          ) : (
            <mark
              key={index}
              data-filled={shownFor(piece.name, values) === values.get(piece.name) || undefined}
              className={styles.place}
            >
              {shownFor(piece.name, values)}
            </mark>
          ),
        )}
      </div>
    </section>
  );
}
