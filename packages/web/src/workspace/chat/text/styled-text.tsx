import { createColorPalette, parseAnsiSequences, type ParseToken } from "ansi-sequence-parser";
import { useMemo, type CSSProperties } from "react";
import type { StyledOutput } from "./settled-output.ts";
import css from "./styled-text.module.css";
import { visibleText } from "./visible-text.ts";

export interface StyledTextProps {
  /** A part of settled output. */
  readonly text: string;
  /** Those of the complete output. */
  readonly styles: StyledOutput["styles"];
  /** Where the part begins in the complete output. */
  readonly from: number;
}

type Look = Omit<ParseToken, "value">;

const palette = createColorPalette();

/** A part of an output with the sequences that set its styles, those before it included. */
function withSequences({ text, styles, from }: StyledTextProps): string {
  let [styled, end] = ["", 0];
  for (const { at, sgr } of styles) {
    if (at - from >= text.length) break;
    const next = Math.max(end, at - from);
    styled += `${text.slice(end, next)}\u001b[${sgr}m`;
    end = next;
  }
  return styled + text.slice(end);
}

function lookOf({ foreground, background, decorations }: Look) {
  const isReverse = decorations.has("reverse");
  const [front, back] = isReverse ? [background, foreground] : [foreground, background];
  const names = [...decorations.values(), front && "front", back && "back", isReverse && !back && "inverse"];
  const classes = names.flatMap((name) => (name ? (css[name] ?? []) : []));
  const colours = {
    ...(front && { "--front": palette.value(front) }),
    ...(back && { "--back": palette.value(back) }),
  };
  return { className: classes.join(" "), style: colours as CSSProperties };
}

/** Output with the colours and other styles of a terminal. */
export function StyledText({ text, styles, from }: StyledTextProps) {
  const tokens = useMemo(
    () => parseAnsiSequences(withSequences({ text, styles, from })),
    [text, styles, from],
  );
  return tokens.map(({ value, ...look }, index) => (
    <span key={index} {...lookOf(look)}>
      {visibleText(value)}
    </span>
  ));
}
