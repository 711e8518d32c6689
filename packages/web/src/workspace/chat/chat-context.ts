import { createContext, use } from "react";

export interface Chat {
  readonly workspaceId: string;
  readonly sessionId: string;
  /** What is folded otherwise than at first, by row: it outlives rows that are out of sight. */
  readonly folds: Map<string, boolean>;
}

export const ChatContext = createContext<Chat | null>(null);

/** The session that is shown. */
export function useChat(): Chat {
  const chat = use(ChatContext);
  if (chat === null) throw new Error("There is no session here.");
  return chat;
}
