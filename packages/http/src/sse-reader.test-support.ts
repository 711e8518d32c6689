export interface ReceivedEvent {
  readonly id?: string;
  readonly event: string;
  readonly data: unknown;
}

export interface ReceivedStream {
  readonly retry: number | null;
  readonly comments: readonly string[];
  readonly events: readonly ReceivedEvent[];
}

/** Reads Server-Sent Events as the HTML standard says. */
export function parseEvents(text: string): ReceivedStream {
  let retry: number | null = null;
  const comments: string[] = [];
  const events: ReceivedEvent[] = [];
  for (const block of text.split("\n\n")) {
    const fields = new Map<string, string>();
    for (const line of block.split("\n").filter((part) => part !== "")) {
      const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      if (name === "") comments.push(value);
      else if (name === "retry") retry = Number(value);
      else fields.set(name, value);
    }
    const data = fields.get("data");
    if (data === undefined) continue;
    const id = fields.get("id");
    events.push({
      event: fields.get("event") ?? "message",
      data: JSON.parse(data) as unknown,
      ...(id === undefined ? {} : { id }),
    });
  }
  return { retry, comments, events };
}

/** Reads a stream until `enough` says so, then leaves; gives what came. */
export async function readUntil(
  response: Response,
  enough: (stream: ReceivedStream) => boolean,
): Promise<ReceivedStream> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (!done) text += decoder.decode(value, { stream: true });
    const complete = text.slice(0, text.lastIndexOf("\n\n") + 2);
    const stream = parseEvents(complete);
    if (done || enough(stream)) {
      await reader.cancel();
      return stream;
    }
  }
}
