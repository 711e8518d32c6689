import { useQuery } from "@tanstack/react-query";
import { isProblem } from "../../api/describe-error.ts";
import { outputQuery } from "../../api/sessions.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/error-notice.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { useChat } from "./chat-context.ts";
import { LongOutput } from "./text/long-output.tsx";

interface FullOutputProps {
  readonly outputId: string;
  readonly onClose: () => void;
}

/** A dialog with the full text of a truncated output. */
export function FullOutput({ outputId, onClose }: FullOutputProps) {
  return (
    <Dialog onClose={onClose} title="Full output" size="wide">
      <Output id={outputId} />
    </Dialog>
  );
}

function Output({ id }: { readonly id: string }) {
  const { workspaceId } = useChat();
  const output = useQuery(outputQuery(workspaceId, id));
  if (isProblem(output.error, "not_found"))
    return (
      <Notice>
        The full output is no longer available. A sandbox keeps its 16 latest long outputs while it runs. Ask
        the agent to run the command again.
      </Notice>
    );
  return (
    <QueryView query={output}>{(text) => <LongOutput text={text} label="Output" isAlwaysFull />}</QueryView>
  );
}
