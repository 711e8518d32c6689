import { useQuery } from "@tanstack/react-query";
import { isProblem } from "../../api/describe-error.ts";
import { outputQuery } from "../../api/sessions.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorNotice, Notice } from "../../ui/error-notice.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useChat } from "./chat-context.ts";
import { LongOutput } from "./text/long-output.tsx";

interface WholeOutputProps {
  /** The output that is shown; null: none is. */
  readonly outputId: string | null;
  readonly onClose: () => void;
}

/** The whole of an output that was cut, in a dialog. */
export function WholeOutput({ outputId, onClose }: WholeOutputProps) {
  return (
    <Dialog isOpen={outputId !== null} onClose={onClose} title="The whole output" size="wide">
      {outputId !== null && <Output id={outputId} />}
    </Dialog>
  );
}

function Output({ id }: { readonly id: string }) {
  const { workspaceId } = useChat();
  const { data, error, refetch } = useQuery(outputQuery(workspaceId, id));
  if (isProblem(error, "not_found")) {
    return (
      <Notice>
        The whole output is gone: a sandbox keeps its newest 16 long outputs, until it ends. Ask the agent to
        run the command again.
      </Notice>
    );
  }
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <Spinner /> : <LongOutput text={data} label="Output" isWholeAtFirst />;
}
