import { useNavigate } from "@tanstack/react-router";
import { describeError } from "../../api/describe-error.ts";
import { useForkSession } from "../../api/sessions.ts";
import { showToast } from "../../ui/toast.tsx";
import { useChat } from "./chat-context.ts";
import { drafts } from "./composer/drafts.ts";

/** Makes a session of its own of what was said up to a message, and leads there. */
export function useForkHere() {
  const { workspaceId, sessionId } = useChat();
  const navigate = useNavigate();
  const fork = useForkSession(workspaceId, sessionId);
  const begin = (messageId: string | null, words?: string) =>
    fork.mutate(messageId, {
      onSuccess: ({ id }) => {
        if (words !== undefined) drafts.change(workspaceId, id, { text: words });
        showToast("Session forked", "The first one stays as it is.");
        void navigate({ to: "/workspaces/$id/chat", params: { id: workspaceId }, search: { session: id } });
      },
      onError: (error) => showToast("The session could not be forked", describeError(error).message),
    });
  return { begin, isBusy: fork.isPending };
}
