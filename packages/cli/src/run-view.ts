import {
  ProblemError,
  type ConnectionState,
  type FollowedEvent,
  type Item,
  type PendingRequest,
} from "@workspace-agent/client";
import { CallLines } from "./call-lines.ts";
import { cleanLine, cleanText } from "./clean-text.ts";
import { StatusLine, type Output } from "./output.ts";
import { isForPeople, requestView } from "./request-view.ts";
import type { Paint } from "./style.ts";

const REDRAW_MS = 200;
const PLAIN_WIDTH = 200;
const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

interface ViewOptions {
  readonly output: Output;
  /** Messages are written while they are created; otherwise the caller writes them. */
  readonly showsText: boolean;
  readonly now: () => number;
  /** How lines of tool calls are formatted; default: not at all. */
  readonly paint?: Paint;
}

const FORMATS = { call: "bold", again: "dim", output: "dim", success: "green", failure: "red" } as const;

/** Shows a turn: the messages, the tool calls with their results, and on a terminal their live output and a status line. */
export class RunView {
  private readonly status: StatusLine;
  private readonly startedAt: number;
  private readonly timer: NodeJS.Timeout | undefined;
  /** How much text of each item was already written. */
  private readonly written = new Map<string, number>();
  private readonly callLines: CallLines;
  private state = "starting";
  /** The turn was accepted. */
  private hasBegun = false;
  private calls = 0;
  private frame = 0;
  /** The last line of the message is not complete. */
  private isMidLine = false;
  /** A person is asked, on the line of the status. */
  private isAsking = false;
  /** What happened meanwhile. */
  private readonly held: (() => void)[] = [];
  /** The request after which nothing was shown yet. */
  private lastShown: string | null = null;

  constructor(private readonly options: ViewOptions) {
    this.status = new StatusLine(options.output);
    this.startedAt = options.now();
    const paint = options.paint ?? ((_format, text) => text);
    this.callLines = new CallLines({
      isLive: options.output.canRedraw,
      write: (line, kind) => this.write(line, (text) => paint(FORMATS[kind], text)),
    });
    if (options.output.canRedraw) this.timer = setInterval(() => this.redraw(), REDRAW_MS);
    this.timer?.unref();
  }

  connection(state: ConnectionState): void {
    this.unlessAsking(() => this.showConnection(state));
  }

  event(event: FollowedEvent): void {
    this.unlessAsking(() => this.showEvent(event));
  }

  /** While a person is asked, nothing comes between the request and its question. */
  private unlessAsking(show: () => void): void {
    if (this.isAsking) this.held.push(show);
    else show();
  }

  private showConnection(state: ConnectionState): void {
    if (state.state === "reconnecting" && state.error !== null) {
      this.state = "connection lost";
      const why = ProblemError.isInstance(state.error)
        ? cleanLine(state.error.message, PLAIN_WIDTH)
        : "connection lost";
      const note = this.hasBegun ? " (the turn continues)" : "";
      this.line(`${why}; retrying in ${Math.ceil(state.delayMs / 1000)} s${note}`);
    }
    if (state.state === "open") {
      this.state = "running";
      this.hasBegun = true;
    }
  }

  private showEvent(event: FollowedEvent): void {
    switch (event.type) {
      case "turn.queued":
        this.state = "queued";
        return;
      case "turn.started":
        this.state = "running";
        return;
      case "item.delta":
        if (event.kind === "message") this.say(event.item_id, event.text, event.offset);
        if (event.kind === "tool_output") this.callLines.output(event.item_id, event.text, event.offset);
        return;
      case "item.completed":
        this.completed(event.item);
        return;
      case "request.opened":
        this.state = isForPeople(event.request) ? "waiting for a person" : "waiting for the caller";
        this.asked(event.request);
        return;
      case "request.resolved":
        this.state = "running";
        this.line(`  ${event.outcome}${event.by === undefined ? "" : ` by ${event.by.name}`}`);
        return;
      case "turn.retrying":
        this.line(`the model call is retried (attempt ${event.attempt}): ${event.reason}`);
        return;
      case "context.compacted":
        this.line("the conversation was compacted");
        return;
      case "files.rolled_back":
        this.line(
          event.published_at === null
            ? "the files were lost: nothing of them had been published"
            : `the files were rolled back to ${event.published_at}: what was written after that is lost`,
        );
        return;
      default:
        return;
    }
  }

  /** Removes the status line and completes the last line. */
  end(): void {
    clearInterval(this.timer);
    this.status.clear();
    this.endLine();
  }

  /** Asks about a request, which is what was shown last. Everything else is shown when the person has answered. */
  async asking<T>(request: PendingRequest, ask: () => Promise<T>): Promise<T> {
    this.status.clear();
    if (this.lastShown !== request.id) this.asked(request);
    this.isAsking = true;
    try {
      return await ask();
    } finally {
      this.isAsking = false;
      this.lastShown = null;
      for (const show of this.held.splice(0)) show();
    }
  }

  private asked(request: PendingRequest): void {
    const { headline, lines } = requestView(request);
    this.line(headline);
    for (const line of lines) this.options.output.note(`  ${line}\n`);
    this.lastShown = request.id;
  }

  private completed(item: Item): void {
    if (item.role === "user" || item.status !== "completed") return;
    const isOfService = item.kind === "system";
    for (const part of item.content) {
      if (part.type === "tool_call") {
        this.calls += 1;
        this.callLines.call(item.item_id, part);
      } else if (part.type === "tool_result") {
        this.callLines.result(part);
      } else if (part.type === "text" && isOfService) {
        // Why the turn stopped.
        this.paragraph(part.text);
      } else if (part.type === "text" && this.options.showsText) {
        // The text was already written as far as its deltas arrived.
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
    this.lastShown = null;
    this.options.output.out(cleaned);
    this.isMidLine = !cleaned.endsWith("\n");
    this.callLines.interrupted();
  }

  private endLine(): void {
    if (this.isMidLine) this.options.output.out("\n");
    this.isMidLine = false;
  }

  private paragraph(text: string): void {
    this.status.clear();
    this.lastShown = null;
    this.endLine();
    this.options.output.note(`${cleanText(text).trimEnd()}\n`);
    this.callLines.interrupted();
  }

  private line(text: string): void {
    this.write(text, (shown) => shown);
    this.callLines.interrupted();
  }

  private write(text: string, paint: (shown: string) => string): void {
    this.status.clear();
    this.lastShown = null;
    this.endLine();
    const { output } = this.options;
    const indent = /^ */.exec(text)?.[0] ?? "";
    const width = (output.canRedraw ? output.columns : PLAIN_WIDTH) - 4;
    output.note(`${indent}${paint(cleanLine(text, width))}\n`);
  }

  private redraw(): void {
    // A status line would interrupt a line of the message.
    if (this.isMidLine || this.isAsking) return;
    this.frame += 1;
    const seconds = Math.round((this.options.now() - this.startedAt) / 1000);
    const spinner = SPINNER[this.frame % SPINNER.length] ?? "";
    this.status.draw(`${spinner} ${this.state} · ${seconds} s · ${this.calls} tool calls`);
  }
}
