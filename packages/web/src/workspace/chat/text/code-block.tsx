import { useEffect, useState, type ReactNode } from "react";
import { classNames } from "../../../ui/class-names.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import type { Token } from "../../../ui/code/highlight.ts";
import styles from "./code-block.module.css";

/** Longer code is not highlighted, since that would be slow. */
const MAX_HIGHLIGHTED = 20_000;
/** A block that is still being written is highlighted when it pauses. */
const PAUSE_MS = 150;

interface CodeBlockProps {
  readonly code: string;
  /** As the message names it; null if it does not. */
  readonly language: string | null;
  /** The code without colours. */
  readonly children: ReactNode;
}

/** A block of code with its language and colours. */
export function CodeBlock({ code, language, children }: CodeBlockProps) {
  const tokens = useTokens(code, language);
  return (
    <div className={styles.block}>
      <span className={classNames("hint clipped", styles.language)}>{language}</span>
      <span className={styles.copy}>
        <CopyButton text={code} label="Copy code" />
      </span>
      <pre tabIndex={0} role="group" aria-label={language === null ? "Code" : `Code: ${language}`}>
        {tokens === null ? (
          children
        ) : (
          <code>
            {tokens.map(({ text, kind }, index) =>
              kind === null ? (
                text
              ) : (
                <span key={index} className={styles[kind]}>
                  {text}
                </span>
              ),
            )}
          </code>
        )}
      </pre>
    </div>
  );
}

function useTokens(code: string, language: string | null): readonly Token[] | null {
  const [highlighted, setHighlighted] = useState<{ code: string; tokens: readonly Token[] | null }>();
  useEffect(() => {
    if (language === null || code.length > MAX_HIGHLIGHTED) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void import("../../../ui/code/highlight.ts")
        .then(async ({ highlight }) => await highlight(code, language))
        // The code is readable without colours.
        .catch(() => null)
        .then((tokens) => {
          if (isCurrent) setHighlighted({ code, tokens });
        });
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [code, language]);
  return highlighted?.code === code ? highlighted.tokens : null;
}
