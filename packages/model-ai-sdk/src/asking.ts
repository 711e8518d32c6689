import { AsyncLocalStorage } from "node:async_hooks";
import type { GrowingPrompt } from "./growing-prompt.ts";
import type { StreamEnd } from "./stream-end.ts";
import type { TextLane } from "./text-lane.ts";

/** What `modelFetch` has to know of the call that it is made in. */
export interface Asking {
  prompt: GrowingPrompt | null;
  lane: TextLane | null;
  end: StreamEnd | null;
}

const asking = new AsyncLocalStorage<Asking>();

/** Makes a call of a model, in which `whatIsAsked` gives what belongs to it. */
export async function asked<T>(given: Asking, call: () => Promise<T>): Promise<T> {
  const { prompt } = given;
  try {
    const made = await asking.run(given, call);
    prompt?.assertWhole();
    return made;
  } finally {
    // A connection that was made in it lives on, and keeps what it was made in.
    given.prompt = null;
    given.lane = null;
    given.end = null;
  }
}

export function whatIsAsked(): Readonly<Asking> {
  return asking.getStore() ?? { prompt: null, lane: null, end: null };
}
