import { useCallOutput } from "../feed/use-session-feed.ts";
import type { CallRow } from "../log/row.ts";
import { LongOutput } from "../text/long-output.tsx";
import { outcomeOf, visibleOutput } from "./call-outcome.ts";
import css from "./tool-bodies.module.css";

interface CallOutputProps {
  readonly row: CallRow;
  /** Shown above the output, also if there is none. */
  readonly command?: string;
}

/** The output of a call, or what it has written so far. */
export function CallOutput({ row, command }: CallOutputProps) {
  const live = useCallOutput(row.id);
  const text = live?.text ?? visibleOutput(row);
  if (text === "" && command === undefined) return null;
  return (
    <>
      <LongOutput
        text={text}
        styles={live === undefined ? row.result?.styles : undefined}
        label="Output"
        {...(command !== undefined && { command })}
        isFailed={outcomeOf(row) === "failed"}
        isLive={live !== undefined}
      />
      {live !== undefined && live.start > 0 && (
        <p className={css.partial}>While the call runs, only the end of its output is shown.</p>
      )}
    </>
  );
}
