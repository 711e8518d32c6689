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

/** Bytes as UTF-8 text, including a byte order mark. Null if they are not text. */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
