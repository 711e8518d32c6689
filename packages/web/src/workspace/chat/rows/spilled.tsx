import { useState } from "react";
import { isProblem } from "../../../api/describe-error.ts";
import { useReadOutput } from "../../../api/sessions.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorNotice, Notice } from "../../../ui/error-notice.tsx";
import { useChat } from "../chat-context.ts";
import type { CallRow } from "../log/row.ts";
import { LongOutput } from "../text/long-output.tsx";
import { spilledOutput } from "./call-arguments.ts";
import styles from "./tool-card.module.css";

/** Says that an output was cut, and opens the whole of it while the sandbox has it. */
export function Spilled({ row: { result } }: { readonly row: CallRow }) {
  const { workspaceId } = useChat();
  const [isOpen, setOpen] = useState(false);
  const read = useReadOutput(workspaceId);
  if (result?.truncated !== true) return null;
  const id = spilledOutput(result.output);
  const isGone = isProblem(read.error, "not_found");
  return (
    <div className={styles.more}>
      <p>
        The output was too long: its middle is left out here and for the agent.
        {id !== null && !isGone && (
          <Button
            size="small"
            kind="quiet"
            isBusy={read.isPending}
            onClick={() => read.mutate(id, { onSuccess: () => setOpen(true) })}
          >
            Open all of it
          </Button>
        )}
      </p>
      {isGone && (
        <Notice>
          The whole of it is gone: a sandbox keeps its newest 16 long outputs, until it ends. Ask the agent to
          run it again.
        </Notice>
      )}
      {read.isError && !isGone && <ErrorNotice error={read.error} />}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="The whole output" size="wide">
        <LongOutput text={read.data ?? ""} label="Output" isWholeAtFirst />
      </Dialog>
    </div>
  );
}
