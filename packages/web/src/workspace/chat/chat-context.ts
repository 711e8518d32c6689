import { createContext, use } from "react";

export interface Chat {
  readonly workspaceId: string;
  readonly sessionId: string;
  /** What is folded otherwise than at first, by row: it outlives rows that are out of sight. */
  readonly folds: Map<string, boolean>;
  /** Shows the whole of an output that was cut: over the transcript, as a row may go out of sight while it is read. */
  readonly openOutput: (outputId: string) => void;
}

export const ChatContext = createContext<Chat | null>(null);

/** The session that is shown. */
export function useChat(): Chat {
  const chat = use(ChatContext);
  if (chat === null) throw new Error("There is no session here.");
  return chat;
}
