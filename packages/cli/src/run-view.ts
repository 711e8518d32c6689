import {
  exactText,
  type ConnectionState,
  type FollowedEvent,
  type Item,
  type PendingRequest,
} from "@workspace-agent/client";
import { cleanLine, cleanText } from "./clean-text.ts";
import { StatusLine, type Output } from "./output.ts";

const REDRAW_MS = 200;
const PLAIN_WIDTH = 200;
const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

interface ViewOptions {
  readonly output: Output;
  /** What the agent says is written as it comes; else left to the caller. */
  readonly showsText: boolean;
  readonly now: () => number;
}

/** A path may hold ends of lines: what follows one must not look like a line of ours. */
const oneLine = (text: string) => exactText(text).replaceAll("\n", "⟦U+000A⟧");

/** What a turn does, for people: the agent's words, a line for each tool, and at a terminal's foot how it stands. */
export class RunView {
  private readonly status: StatusLine;
  private readonly startedAt: number;
  private readonly timer: NodeJS.Timeout | undefined;
  /** Items whose text was written from their pieces. */
  private readonly written = new Map<string, number>();
  private state = "starting";
  private calls = 0;
  private frame = 0;
  /** The last line of the agent's words has no end yet. */
  private isMidLine = false;

  constructor(private readonly options: ViewOptions) {
    this.status = new StatusLine(options.output);
    this.startedAt = options.now();
    if (options.output.canRedraw) this.timer = setInterval(() => this.redraw(), REDRAW_MS);
    this.timer?.unref();
  }

  connection(state: ConnectionState): void {
    if (state.state === "reconnecting" && state.error !== null) {
      this.state = "connection lost";
      this.line(`connection lost; trying again in ${Math.ceil(state.delayMs / 1000)} s (the turn goes on)`);
    }
    if (state.state === "open") this.state = "running";
  }

  event(event: FollowedEvent): void {
    switch (event.type) {
      case "turn.queued":
        this.set("queued");
        return;
      case "turn.started":
        this.set("running");
        return;
      case "item.delta":
        if (event.kind === "message") this.say(event.item_id, event.text, event.offset);
        return;
      case "item.completed":
        this.completed(event.item);
        return;
      case "request.opened":
        this.set("waiting for a person");
        this.asked(event.request);
        return;
      case "request.resolved":
        this.set("running");
        this.line(`  ${event.outcome}${event.by === undefined ? "" : ` by ${event.by.name}`}`);
        return;
      case "turn.retrying":
        this.line(`the model is asked again (attempt ${event.attempt}): ${event.reason}`);
        return;
      case "context.compacted":
        this.line("the conversation was summed up to make room");
        return;
      default:
        return;
    }
  }

  /** Takes the status line away, and ends what has no line end. */
  end(): void {
    clearInterval(this.timer);
    this.status.clear();
    this.endLine();
  }

  private set(state: string): void {
    this.state = state;
  }

  /** Of an approval all that it is about: no line is cut, and what would not show is named. */
  private asked({ kind, tool, prompt, arguments: given, subject }: PendingRequest): void {
    if (kind === "question") {
      this.line(`? ${kind}: ${prompt}`);
      return;
    }
    this.line(`? ${kind}: may ${tool} run exactly this?`);
    const lines = [exactText(`arguments: ${given}`)];
    if (subject !== undefined) lines.push(oneLine(`working directory: ${subject.working_directory}`));
    if (subject?.file !== undefined) {
      const { path, replaces } = subject.file;
      lines.push(
        oneLine(`file: ${path} (${replaces === null ? "new" : `in place of ${replaces.size} bytes`})`),
      );
    }
    for (const line of lines) this.options.output.note(`  ${line}\n`);
  }

  private completed(item: Item): void {
    if (item.role === "user" || item.status !== "completed") return;
    const isOfService = item.kind === "system";
    for (const part of item.content) {
      if (part.type === "tool_call") {
        this.calls += 1;
        this.line(`● ${part.name} ${part.arguments}`);
      } else if (part.type === "tool_result") {
        this.line(`  ${part.is_error ? "✗" : "✓"} ${part.output}`);
      } else if (part.type === "text" && isOfService) {
        // Why the turn stopped, all of it.
        this.paragraph(part.text);
      } else if (part.type === "text" && this.options.showsText) {
        // What came in pieces is written already, as far as the pieces went.
        this.say(item.item_id, part.text.slice(this.written.get(item.item_id) ?? 0), undefined);
        this.endLine();
      }
    }
    this.written.delete(item.item_id);
  }

  private say(itemId: string, text: string, offset: number | undefined): void {
    if (!this.options.showsText || text === "") return;
    if (offset !== undefined) this.written.set(itemId, offset + text.length);
    const cleaned = cleanText(text);
    if (cleaned === "") return;
    this.status.clear();
    this.options.output.out(cleaned);
    this.isMidLine = !cleaned.endsWith("\n");
  }

  private endLine(): void {
    if (this.isMidLine) this.options.output.out("\n");
    this.isMidLine = false;
  }

  private paragraph(text: string): void {
    this.status.clear();
    this.endLine();
    this.options.output.note(`${cleanText(text).trimEnd()}\n`);
  }

  private line(text: string): void {
    this.status.clear();
    this.endLine();
    const { output } = this.options;
    const indent = /^ */.exec(text)?.[0] ?? "";
    output.note(`${indent}${cleanLine(text, (output.canRedraw ? output.columns : PLAIN_WIDTH) - 4)}\n`);
  }

  private redraw(): void {
    // A status line would break into a line of the agent's words.
    if (this.isMidLine) return;
    this.frame += 1;
    const seconds = Math.round((this.options.now() - this.startedAt) / 1000);
    const spinner = SPINNER[this.frame % SPINNER.length] ?? "";
    this.status.draw(`${spinner} ${this.state} · ${seconds} s · ${this.calls} tool calls`);
  }
}
