import { createContext, use } from "react";
import type { RewindRow, UserRow } from "./log/row.ts";

/** What a dialog asks about before it is done. */
export type ChatAction =
  | { readonly kind: "rewind" | "edit" | "fork"; readonly message: UserRow }
  | { readonly kind: "undo"; readonly event: RewindRow["event"] };

export interface Chat {
  readonly workspaceId: string;
  readonly sessionId: string;
  /** Whether rows were opened or closed by the user, which outlives rows that are not rendered. */
  readonly folds: Map<string, boolean>;
  /** Opens the full text of a truncated output. */
  readonly openOutput: (outputId: string) => void;
  /** Opens the dialog of an action. Null for the session of a subagent, which has no such actions. */
  readonly openAction: ((action: ChatAction) => void) | null;
}

export const ChatContext = createContext<Chat | null>(null);

export function useChat(): Chat {
  const chat = use(ChatContext);
  if (chat === null) throw new Error("The component must be inside a conversation.");
  return chat;
}
