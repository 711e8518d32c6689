import { NetworkError } from "@workspace-agent/client";

/** The text of a response. Throws `NetworkError` if the connection breaks before its end, or the signal's reason. */
export async function readText(response: Response, signal?: AbortSignal): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new NetworkError("The connection broke before the end of the response.", { cause });
  }
}

/** The same, or null as soon as it is too long. The rest is not loaded then. */
export async function readShortText(
  response: Response,
  isTooLong: (text: string) => boolean,
): Promise<string | null> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value = "", done } = (await reader?.read()) ?? { done: true };
    text += value;
    if (isTooLong(text)) {
      await reader?.cancel();
      return null;
    }
    if (done) return text;
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
