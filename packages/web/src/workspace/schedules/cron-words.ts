import { toString } from "cronstrue";

/** A cron expression in words; null if it is not one. */
export function cronWords(cron: string): string | null {
  // The library also describes expressions with seconds, which the API refuses.
  if (cron.trim().split(/\s+/).length !== 5) return null;
  try {
    return toString(cron, { use24HourTimeFormat: true });
  } catch {
    return null;
  }
}
