import { retrying } from "@workspace-agent/client";

const ATTEMPTS = 6;

const timing = {
  sleep: async (ms: number) => await new Promise<void>((resolve) => setTimeout(resolve, ms)),
  random: Math.random,
};

/** Sends a request that is safe to repeat, again after temporary errors. */
export const retried = async <T>(send: () => Promise<T>): Promise<T> =>
  await retrying(send, ATTEMPTS, timing);
