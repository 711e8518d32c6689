/** The text of a response in pieces, as they arrive. What is not read is not loaded. */
export async function* textPieces(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The text of a response, or null as soon as it is too long. */
export async function readShortText(
  response: Response,
  isTooLong: (text: string) => boolean,
): Promise<string | null> {
  let text = "";
  for await (const piece of textPieces(response)) {
    text += piece;
    if (isTooLong(text)) return null;
  }
  return text;
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
