import { useSyncExternalStore } from "react";
import { instancePath } from "./instance.ts";
import { Listeners } from "./listeners.ts";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 10_000;

const listeners = new Listeners();
let isUnavailable = false;

/** Whether the last request got no response. */
export function useIsServerUnavailable(): boolean {
  return useSyncExternalStore(listeners.subscribe, () => isUnavailable);
}

/** Calls back each time the server responds again after an outage. */
export function onServerAvailable(callback: () => void): () => void {
  return listeners.subscribe(() => {
    if (!isUnavailable) callback();
  });
}

/** To be called when a request got no response. The server is then polled until it responds. */
export function reportUnavailable(): void {
  if (isUnavailable) return;
  change(true);
  void poll();
}

/** Resolves when the server responds again, or at once if it is available. */
export async function whenAvailable(): Promise<void> {
  if (!isUnavailable) return;
  await new Promise<void>((resolve) => {
    const unsubscribe = onServerAvailable(() => {
      unsubscribe();
      resolve();
    });
  });
}

function change(next: boolean): void {
  isUnavailable = next;
  listeners.notify();
}

async function poll(): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; isUnavailable; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    await pauseOrOnline(pause);
    if (await pingServer()) change(false);
  }
}

export async function pingServer(): Promise<boolean> {
  try {
    return (await fetch(instancePath("/healthz"), { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** Resolves after a pause, or as soon as the browser is online again. */
async function pauseOrOnline(pauseMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(finish, pauseMs);
    function finish() {
      clearTimeout(timer);
      removeEventListener("online", finish);
      resolve();
    }
    addEventListener("online", finish);
  });
}
