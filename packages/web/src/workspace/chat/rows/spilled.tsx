import { Button } from "../../../ui/button.tsx";
import { useChat } from "../chat-context.ts";
import type { CallRow } from "../log/row.ts";
import { spilledOutput } from "./call-arguments.ts";
import styles from "./tool-card.module.css";

/** Says that an output was cut, and opens the whole of it while the sandbox has it. */
export function Spilled({ row: { result } }: { readonly row: CallRow }) {
  const { openOutput } = useChat();
  if (result?.truncated !== true) return null;
  const id = spilledOutput(result.output);
  return (
    <div className={styles.more}>
      <p>
        The output was too long: its middle is left out here and for the agent.
        {id !== null && (
          <Button size="small" kind="quiet" onClick={() => openOutput(id)}>
            Open all of it
          </Button>
        )}
      </p>
    </div>
  );
}
