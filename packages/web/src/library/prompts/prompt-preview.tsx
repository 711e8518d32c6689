import { useId, useMemo, useState } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field } from "../../ui/field.tsx";
import { argumentsOf, fill, piecesOf, valueOrPlaceholder } from "./fill-prompt.ts";
import styles from "./prompt-preview.module.css";

/** A prompt with sample values, which are not saved. */
export function PromptPreview({ content }: { readonly content: string }) {
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const title = useId();
  const pieces = useMemo(() => piecesOf(content), [content]);
  const names = argumentsOf(pieces);
  return (
    <section className="stack" aria-labelledby={title}>
      <header className="spread">
        <h2 id={title}>Preview</h2>
        <CopyButton text={fill(pieces, values)} label="Copy filled prompt" />
      </header>
      {names.length === 0 ? (
        <p className="hint">This prompt has no arguments.</p>
      ) : (
        names.map((name) => (
          <Field
            key={name}
            label={<code>{name}</code>}
            value={values.get(name) ?? ""}
            onChange={(value) => setValues(new Map(values).set(name, value))}
            autoComplete="off"
          />
        ))
      )}
      <div className={styles.text} tabIndex={0} role="region" aria-label="Filled prompt">
        {pieces.length === 0 && <span className="hint">Empty</span>}
        {pieces.map((piece, index) =>
          "text" in piece ? (
            piece.text
          ) : (
            <mark
              key={index}
              data-tone={valueOrPlaceholder(piece.name, values) === values.get(piece.name) ? "good" : "warn"}
              className={styles.argument}
            >
              {valueOrPlaceholder(piece.name, values)}
            </mark>
          ),
        )}
      </div>
    </section>
  );
}
