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
  /** Messages are written while they are created; otherwise the caller writes them. */
  readonly showsText: boolean;
  readonly now: () => number;
}

/** Paths can contain line breaks, which must not start a new line of the output. */
const oneLine = (text: string) => exactText(text).replaceAll("\n", "⟦U+000A⟧");

const FOR_PEOPLE: readonly string[] = ["approval", "question"];

/** Whether a person answers, and not the program that gave the tool. */
const isForPeople = ({ kind }: PendingRequest) => FOR_PEOPLE.includes(kind);

/** Shows a turn: the messages, one line per tool call, and a status line on a terminal. */
export class RunView {
  private readonly status: StatusLine;
  private readonly startedAt: number;
  private readonly timer: NodeJS.Timeout | undefined;
  /** How much text of each item was already written. */
  private readonly written = new Map<string, number>();
  private state = "starting";
  private calls = 0;
  private frame = 0;
  /** The last line of the message is not complete. */
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
      this.line(`connection lost; retrying in ${Math.ceil(state.delayMs / 1000)} s (the turn continues)`);
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
        this.set(isForPeople(event.request) ? "waiting for a person" : "waiting for the caller");
        this.asked(event.request);
        return;
      case "request.resolved":
        this.set("running");
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

  private set(state: string): void {
    this.state = state;
  }

  /** Shows everything that an approval applies to. Lines are not shortened, and invisible characters are named. */
  private asked({ kind, tool, prompt, arguments: given, subject }: PendingRequest): void {
    if (kind !== "approval") {
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
    // A status line would interrupt a line of the message.
    if (this.isMidLine) return;
    this.frame += 1;
    const seconds = Math.round((this.options.now() - this.startedAt) / 1000);
    const spinner = SPINNER[this.frame % SPINNER.length] ?? "";
    this.status.draw(`${spinner} ${this.state} · ${seconds} s · ${this.calls} tool calls`);
  }
}
