import type { ItemDelta, SessionEvent } from "@workspace-agent/client";
import type { CallOutput, SessionView } from "./session-view.ts";

type Piece = Pick<ItemDelta, "item_id" | "offset" | "text">;

/** As much as the server keeps, in UTF-16 units. */
const MAX_OUTPUT = 16_384;

const isLowSurrogate = (code: number) => code >= 0xdc00 && code < 0xe000;

function endOf(start: number, text: string): CallOutput {
  let dropped = Math.max(0, text.length - MAX_OUTPUT);
  if (dropped > 0 && isLowSurrogate(text.charCodeAt(dropped))) dropped += 1;
  return { start: start + dropped, text: text.slice(dropped) };
}

function continued(known: CallOutput | undefined, { offset, text }: Piece): CallOutput {
  const end = known === undefined ? 0 : known.start + known.text.length;
  // The server leaves out the middle of what a command writes fast.
  if (known === undefined || offset > end) return endOf(offset, text);
  const fresh = text.slice(end - offset);
  return fresh === "" ? known : endOf(known.start, known.text + fresh);
}

/** Adds what a running call has written. A duplicate, and a piece of a call that has a result, change nothing. */
export function applyOutput(view: SessionView, piece: Piece): SessionView {
  const { item_id: id } = piece;
  const row = view.rows.get(id);
  if (row?.kind !== "call" || row.result !== null || piece.text === "") return view;
  const known = view.outputs.get(id);
  const next = continued(known, piece);
  return next === known ? view : { ...view, outputs: new Map(view.outputs).set(id, next) };
}

/** Removes the outputs of calls that have ended with these events, or start again. */
export function endOutputs(view: SessionView, events: readonly SessionEvent[]): SessionView {
  if (view.outputs.size === 0) return view;
  const started = new Set(
    events.flatMap((event) => (event.type === "item.started" ? event.item.item_id : [])),
  );
  const isRunning = (id: string) => {
    const row = view.rows.get(id);
    return row?.kind === "call" && row.result === null && row.turnId === view.running?.turnId;
  };
  const outputs = new Map([...view.outputs].filter(([id]) => isRunning(id) && !started.has(id)));
  return outputs.size === view.outputs.size ? view : { ...view, outputs };
}
