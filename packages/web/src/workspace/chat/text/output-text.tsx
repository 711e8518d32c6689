import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { ExactText } from "./exact-text.tsx";
import type { StyledTextProps } from "./styled-text.tsx";
import { visibleText } from "./visible-text.ts";

interface OutputTextProps extends StyledTextProps {
  /** The text is no output: every character is shown. */
  readonly isExact: boolean;
}

const StyledText = lazyComponent<StyledTextProps>(
  async () => (await import("./styled-text.tsx")).StyledText,
  ({ text }) => visibleText(text),
);

/** An exact text, or settled output. */
export function OutputText({ text, styles, from, isExact }: OutputTextProps) {
  // A line end at the end is not another line.
  const lines = text.replace(/\n$/, "");
  // An empty line must have its height.
  if (lines === "") return "\n";
  if (isExact) return <ExactText text={lines} />;
  return styles.length === 0 ? visibleText(lines) : <StyledText text={lines} styles={styles} from={from} />;
}
