import { DoomLoop } from "../agent/doom-loop.ts";
import { KnownFiles } from "../agent/known-files.ts";
import { CallRequests } from "./call-requests.ts";
import type { SessionEvent } from "./event.ts";
import { PromptBuilder } from "./prompt-builder.ts";

/** What a run knows of its session: a function of the log alone. Give it every event in order. */
export class LogFold {
  readonly prompt = new PromptBuilder();
  readonly doomLoop = new DoomLoop();
  readonly requests = new CallRequests();
  readonly knownFiles = new KnownFiles();
  /** The seq of the last event. */
  through = 0;
  private lastSpeaker: { readonly turn_id: string; readonly isAgent: boolean } | null = null;

  apply(event: SessionEvent): void {
    this.through = event.seq;
    this.prompt.apply(event);
    this.doomLoop.apply(event);
    this.requests.apply(event);
    this.knownFiles.apply(event);
    if (event.type !== "item.completed" || event.item.status !== "completed") return;
    const says =
      event.item.role === "assistant" &&
      event.item.content.some((part) => part.type === "text" && part.text.trim() !== "");
    const goesOn = event.item.kind === "reasoning" && this.lastSpeaker?.isAgent === true;
    if (!goesOn) this.lastSpeaker = { turn_id: event.turn_id, isAgent: says };
  }

  /** Whether the last message of the turn is the agent's own words. */
  hasLastWord(turnId: string): boolean {
    return this.lastSpeaker?.turn_id === turnId && this.lastSpeaker.isAgent;
  }
}
