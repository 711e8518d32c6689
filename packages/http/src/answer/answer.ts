/** The answer of a route, before it becomes a `Response`. Header names are in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
}

type Headers = Readonly<Record<string, string>>;

export function json(status: number, value: unknown, headers: Headers = {}): Answer {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(value),
  };
}

export function empty(status: number, headers: Headers = {}): Answer {
  return { status, headers, body: null };
}

export function content(contentType: string, body: Answer["body"], headers: Headers = {}): Answer {
  return { status: 200, headers: { "content-type": contentType, ...headers }, body };
}
