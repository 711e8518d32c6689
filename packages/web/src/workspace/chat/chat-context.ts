import { createContext, use } from "react";

export interface Chat {
  readonly workspaceId: string;
  readonly sessionId: string;
  /** Whether rows were opened or closed by the user, which outlives rows that are not rendered. */
  readonly folds: Map<string, boolean>;
  /** Opens the full text of a truncated output. */
  readonly openOutput: (outputId: string) => void;
}

export const ChatContext = createContext<Chat | null>(null);

export function useChat(): Chat {
  const chat = use(ChatContext);
  if (chat === null) throw new Error("The component must be inside a conversation.");
  return chat;
}
