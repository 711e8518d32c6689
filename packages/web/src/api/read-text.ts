import { NetworkError } from "@workspace-agent/client";

/** The text of a response. Throws `NetworkError` if the connection breaks before its end, or the signal's reason. */
export async function readText(response: Response, signal?: AbortSignal): Promise<string> {
  return await unbroken(response.text(), signal);
}

/** The same for its bytes. */
export async function readBytes(response: Response, signal?: AbortSignal): Promise<Uint8Array> {
  return new Uint8Array(await unbroken(response.arrayBuffer(), signal));
}

/** The same in pieces, as they arrive. What is not read is not loaded. */
export async function* textPieces(response: Response, signal?: AbortSignal): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { value, done } = await unbroken(reader.read(), signal);
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The same, or null as soon as it is too long. */
export async function readShortText(
  response: Response,
  isTooLong: (text: string) => boolean,
  signal?: AbortSignal,
): Promise<string | null> {
  let text = "";
  for await (const piece of textPieces(response, signal)) {
    text += piece;
    if (isTooLong(text)) return null;
  }
  return text;
}

async function unbroken<Result>(read: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  try {
    return await read;
  } catch (cause) {
    signal?.throwIfAborted();
    throw new NetworkError("The connection broke before the end of the response.", { cause });
  }
}

/** Bytes as UTF-8 text, including a byte order mark. Null if they are not text. */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
