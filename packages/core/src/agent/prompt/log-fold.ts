import { DoomLoop } from "../doom-loop.ts";
import { KnownFiles } from "../known-files.ts";
import { nextOutput, noOutput, type OutputState } from "../output/output-state.ts";
import { CallRequests } from "../../domain/sessions/call-requests.ts";
import type { LogView } from "../../sessions/log-slices.ts";
import type { SessionEvent } from "../../domain/sessions/event.ts";
import type { Item } from "../../domain/sessions/item.ts";
import { PromptBuilder } from "./prompt-builder.ts";

/** Whether an item is text of the agent. */
export const isTextOfAgent = ({ role, content }: Item): boolean =>
  role === "assistant" && content.some((part) => part.type === "text" && part.text.trim() !== "");

/** The agent's view of a session, a function of the log alone. */
export class LogFold implements LogView {
  readonly prompt = new PromptBuilder();
  readonly doomLoop = new DoomLoop();
  readonly requests = new CallRequests();
  readonly knownFiles = new KnownFiles();
  output: OutputState = noOutput;
  private lastSpeaker: { readonly turn_id: string; readonly isAgent: boolean } | null = null;

  apply(event: SessionEvent): void {
    this.prompt.apply(event);
    this.doomLoop.apply(event);
    this.requests.apply(event);
    this.knownFiles.apply(event);
    this.output = nextOutput(this.output, event);
    if (event.type !== "item.completed" || event.item.status !== "completed") return;
    const goesOn = event.item.kind === "reasoning" && this.lastSpeaker?.isAgent === true;
    if (!goesOn) this.lastSpeaker = { turn_id: event.turn_id, isAgent: isTextOfAgent(event.item) };
  }

  /** Whether the turn's last message is text of the agent. */
  hasFinalMessage(turnId: string): boolean {
    return this.lastSpeaker?.turn_id === turnId && this.lastSpeaker.isAgent;
  }
}
