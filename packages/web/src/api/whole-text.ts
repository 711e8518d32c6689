import { NetworkError } from "@workspace-agent/client";

/** The text of an answer that is read after its headers have come. Throws `NetworkError` where the connection breaks before its end, and the signal's reason. */
export async function wholeText(response: Response, signal?: AbortSignal): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new NetworkError("The connection broke before the end of the answer.", { cause });
  }
}
