import { AsyncLocalStorage } from "node:async_hooks";
import type { GrowingPrompt } from "./growing-prompt.ts";
import type { StreamEnd } from "./stream-end.ts";
import type { TextLane } from "./text-lane.ts";

/** What `modelFetch` needs to know of the model call that it serves. */
interface CurrentRequest {
  prompt: GrowingPrompt | null;
  lane: TextLane | null;
  end: StreamEnd | null;
}

const storage = new AsyncLocalStorage<CurrentRequest>();

/** Makes a model call during which `currentRequest` returns `request`. */
export async function runWithRequest<T>(request: CurrentRequest, call: () => Promise<T>): Promise<T> {
  const { prompt } = request;
  try {
    const result = await storage.run(request, call);
    prompt?.assertWhole();
    return result;
  } finally {
    // A connection opened in the call outlives it, and so does the async context that it was opened in.
    request.prompt = null;
    request.lane = null;
    request.end = null;
  }
}

export function currentRequest(): Readonly<CurrentRequest> {
  return storage.getStore() ?? { prompt: null, lane: null, end: null };
}
