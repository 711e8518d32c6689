import type { Schemas } from "@workspace-agent/client";
import { toolLine } from "./tool-line.ts";

type ToolCall = Schemas["ToolCallPart"];
type ToolResult = Schemas["ToolResultPart"];

interface Call {
  readonly label: string;
  /** The offset up to which the output is known. */
  end: number;
  /** The output since the last complete line. */
  rest: string;
  hasOutput: boolean;
}

export type CallLine = "call" | "again" | "output" | "success" | "failure";

interface CallLinesOptions {
  /** Writes a line. */
  readonly write: (line: string, kind: CallLine) => void;
  /** Output is written while the call runs; otherwise the result has it. */
  readonly isLive: boolean;
}

/** A program that redraws its line sends carriage returns: the last state counts. */
const lastState = (line: string) => line.split("\r").findLast((state) => state !== "") ?? "";

/** Writes calls with their outputs and results. What belongs to another call than the line above begins with the name of its call. */
export class CallLines {
  private readonly calls = new Map<string, Call>();
  private readonly callOfItem = new Map<string, string>();
  private current: string | null = null;

  constructor(private readonly options: CallLinesOptions) {}

  call(itemId: string, { call_id, name, arguments: given }: ToolCall): void {
    const label = toolLine(name, given);
    this.calls.set(call_id, { label, end: 0, rest: "", hasOutput: false });
    this.callOfItem.set(itemId, call_id);
    this.options.write(`● ${label}`, "call");
    this.current = call_id;
  }

  /** A piece of what a call writes while it runs. */
  output(itemId: string, text: string, offset: number): void {
    const id = this.callOfItem.get(itemId);
    const call = id === undefined ? undefined : this.calls.get(id);
    if (!this.options.isLive || id === undefined || call === undefined) return;
    if (offset > call.end) {
      // Of long output, pieces are left out.
      this.outputLine(id, call, `${call.rest}…`);
      call.rest = "";
    }
    call.end = offset + text.length;
    const lines = (call.rest + text).split("\n");
    call.rest = lines.pop() ?? "";
    for (const line of lines) this.outputLine(id, call, line);
  }

  result({ call_id, name, output, is_error }: ToolResult): void {
    const call = this.calls.get(call_id) ?? { label: name, end: 0, rest: "", hasOutput: false };
    if (call.rest !== "") this.outputLine(call_id, call, call.rest);
    this.focus(call_id, call);
    const said = call.hasOutput && !is_error ? "" : ` ${output}`;
    // Of an error, the reason is at the end.
    const shown = call.hasOutput && is_error ? ` ${output.trimEnd().split("\n").at(-1) ?? ""}` : said;
    this.options.write(`  ${is_error ? "✗" : "✓"}${shown}`, is_error ? "failure" : "success");
    this.calls.delete(call_id);
  }

  /** Something else was written: the next line names its call again. */
  interrupted(): void {
    this.current = null;
  }

  private outputLine(id: string, call: Call, line: string): void {
    this.focus(id, call);
    call.hasOutput = true;
    this.options.write(`  │ ${lastState(line)}`, "output");
  }

  private focus(id: string, { label }: Call): void {
    if (this.current !== id) this.options.write(`↳ ${label}`, "again");
    this.current = id;
  }
}
