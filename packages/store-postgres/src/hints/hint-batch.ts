import type { ChangeHint } from "@workspace-agent/core/ports";

/** Postgres takes less than 8,000 bytes (https://www.postgresql.org/docs/current/sql-notify.html). */
const MAX_PAYLOAD_BYTES = 7_900;
/** What may wait of deltas while the database is slow; beyond that they are dropped, which their offsets make visible. */
const MAX_WAITING_DELTAS = 500;

/** What one notification carries: whose it is, and its hints. */
interface Payload {
  readonly from: string;
  readonly hints: readonly ChangeHint[];
}

const size = (text: string) => Buffer.byteLength(text);

/** Hints that wait to be sent. Of those that say the same, the last is kept, in its place among the others. */
export class HintBatch {
  private readonly hints = new Map<string, ChangeHint>();
  private deltas = 0;
  private count = 0;

  get isEmpty(): boolean {
    return this.hints.size === 0;
  }

  add(hint: ChangeHint): void {
    switch (hint.type) {
      case "missed":
        return;
      case "deltas":
        if (this.deltas === MAX_WAITING_DELTAS || size(hint.deltas) > MAX_PAYLOAD_BYTES) return;
        this.deltas += 1;
        this.hints.set(`deltas ${(this.count += 1)}`, hint);
        return;
      case "work":
        this.put(`work ${hint.workspace_id ?? ""}`, hint);
        return;
      case "workspace":
      case "files":
        this.put(`${hint.type} ${hint.workspace_id}`, hint);
        return;
      case "watch":
        this.put(`watch ${hint.session_id} ${hint.from_start === true}`, hint);
        return;
      case "events":
      case "interrupt":
      case "gone":
        this.put(`${hint.type} ${hint.session_id}`, hint);
    }
  }

  /** Adds hints that were taken and not sent. Those that came since replace them. */
  putBack(hints: readonly ChangeHint[]): void {
    const since = [...this.hints.values()];
    this.hints.clear();
    this.deltas = 0;
    for (const hint of [...hints, ...since]) this.add(hint);
  }

  private put(key: string, hint: ChangeHint): void {
    this.hints.delete(key);
    this.hints.set(key, hint);
  }

  /** What could not be sent and is worth to be sent late: all but deltas, which whoever waits for them has passed over by then. */
  get lasting(): readonly ChangeHint[] {
    return [...this.hints.values()].filter(({ type }) => type !== "deltas");
  }

  /** As few payloads as hold them, in their order; what is too long by itself is left out. The batch is empty then. */
  take(from: string): readonly string[] {
    const empty = size(JSON.stringify({ from, hints: [] } satisfies Payload));
    const payloads: string[] = [];
    let texts: string[] = [];
    let bytes = empty;
    const close = () => {
      if (texts.length > 0) payloads.push(`{"from":${JSON.stringify(from)},"hints":[${texts.join(",")}]}`);
      texts = [];
      bytes = empty;
    };
    for (const hint of this.hints.values()) {
      const text = JSON.stringify(hint);
      const length = size(text) + 1;
      if (empty + length > MAX_PAYLOAD_BYTES) continue;
      if (bytes + length > MAX_PAYLOAD_BYTES) close();
      texts.push(text);
      bytes += length;
    }
    close();
    this.hints.clear();
    this.deltas = 0;
    return payloads;
  }
}

function isHint(value: unknown): value is ChangeHint {
  if (typeof value !== "object" || value === null) return false;
  const { type, session_id, workspace_id, seq, deltas }: Readonly<Record<string, unknown>> = { ...value };
  if (type === "work") return workspace_id === undefined || typeof workspace_id === "string";
  if (type === "workspace" || type === "files") return typeof workspace_id === "string";
  if (typeof session_id !== "string") return false;
  return (
    type === "interrupt" ||
    type === "watch" ||
    type === "gone" ||
    (type === "events" && typeof seq === "number") ||
    (type === "deltas" && typeof deltas === "string")
  );
}

/** Reads a payload; null where it is no such thing, for anybody may notify on a channel. */
export function readPayload(text: string): Payload | null {
  try {
    const { from, hints }: Readonly<Record<string, unknown>> = { ...(JSON.parse(text) as object) };
    if (typeof from !== "string" || !Array.isArray(hints)) return null;
    return { from, hints: hints.filter(isHint) };
  } catch {
    return null;
  }
}
