import { Button } from "../../../ui/button.tsx";
import { useChat } from "../chat-context.ts";
import type { CallRow } from "../log/row.ts";
import { fullOutputId } from "./call-arguments.ts";
import styles from "./tool-card.module.css";

/** Says that an output was truncated, and opens the full output. */
export function TruncationNote({ row: { result } }: { readonly row: CallRow }) {
  const { openOutput } = useChat();
  if (result?.truncated !== true) return null;
  const id = fullOutputId(result.output);
  return (
    <p className={styles.more}>
      This output was truncated for you and the agent.
      {id !== null && (
        <Button size="small" kind="quiet" onClick={() => openOutput(id)}>
          Show full output
        </Button>
      )}
    </p>
  );
}
