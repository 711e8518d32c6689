import { useNavigate } from "@tanstack/react-router";
import { describeError } from "../../api/describe-error.ts";
import { useForkSession } from "../../api/sessions.ts";
import { showToast } from "../../ui/toast.tsx";
import { useChat } from "./chat-context.ts";
import { drafts } from "./composer/drafts.ts";
import type { UserRow } from "./log/row.ts";

/** Forks the session at a message, or with all of its messages, and opens the fork. */
export function useFork() {
  const { workspaceId, sessionId } = useChat();
  const navigate = useNavigate();
  const fork = useForkSession(workspaceId, sessionId);
  const begin = (messageId: string | null, message?: UserRow) =>
    fork.mutate(messageId, {
      onSuccess: ({ id }) => {
        if (message !== undefined)
          drafts.change(workspaceId, id, {
            text: message.text,
            attachments: message.attachments.map(({ path }) => path),
          });
        showToast("Session forked", "The original session is unchanged.");
        void navigate({ to: "/workspaces/$id/chat", params: { id: workspaceId }, search: { session: id } });
      },
      onError: (error) => showToast("The session could not be forked", describeError(error).message),
    });
  return { begin, isBusy: fork.isPending };
}
