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
  /** Whether the last message of each turn that has not ended is text of the agent. */
  private readonly endsWithText = new Map<string, boolean>();

  apply(event: SessionEvent): void {
    this.prompt.apply(event);
    this.doomLoop.apply(event);
    this.requests.apply(event);
    this.knownFiles.apply(event);
    this.output = nextOutput(this.output, event);
    if (event.type === "turn.ended") this.endsWithText.delete(event.turn_id);
    if (event.type !== "item.completed" || event.item.status !== "completed") return;
    const { turn_id, item } = event;
    const goesOn = item.kind === "reasoning" && this.hasFinalMessage(turn_id);
    if (!goesOn) this.endsWithText.set(turn_id, isTextOfAgent(item));
  }

  /** Whether the turn's last message is text of the agent. */
  hasFinalMessage(turnId: string): boolean {
    return this.endsWithText.get(turnId) === true;
  }
}
