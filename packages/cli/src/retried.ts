import { retrying, sleep } from "@workspace-agent/client";

const ATTEMPTS = 6;

/** Sends a request that is safe to repeat, again after temporary errors. Throws the signal's reason where it aborts meanwhile. */
export const retried = async <T>(send: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
  await retrying(send, ATTEMPTS, { sleep, random: Math.random }, signal);
