import { instancePath } from "./instance.ts";

/** Milliseconds between two looks at whether the server is back. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 10_000;

const listeners = new Set<() => void>();
let isAway = false;

/** Whether the server did not answer when it was last asked. */
export function serverIsAway(): boolean {
  return isAway;
}

export function onReachability(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** A request got no answer: from here on the server is asked until it is back. */
export function reportAway(): void {
  if (isAway) return;
  change(true);
  void waitUntilBack();
}

/** Resolves when the server answers again, at once while it does. */
export async function whenBack(): Promise<void> {
  if (!isAway) return;
  await new Promise<void>((resolve) => {
    const forget = onReachability(() => {
      forget();
      resolve();
    });
  });
}

function change(next: boolean): void {
  isAway = next;
  for (const listener of listeners) listener();
}

async function waitUntilBack(): Promise<void> {
  for (let pause = FIRST_PAUSE; isAway; pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
    await nextChance(pause);
    if (await serverAnswers()) change(false);
  }
}

/** Asks the server whether it is there. */
export async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch(instancePath("/healthz"), { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** After a pause, or as soon as the browser says that there is a network again. */
async function nextChance(pause: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(go, pause);
    function go() {
      clearTimeout(timer);
      removeEventListener("online", go);
      resolve();
    }
    addEventListener("online", go);
  });
}
