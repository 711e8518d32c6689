import type { Flushes } from "./directories/flushes.ts";
import { storedId } from "./stored-id.ts";

/** The id that is stored in the folder, and made at its first use. Servers with the same folder have the same id. */
export function storedPlacement(dir: string, flushes: Flushes): Promise<string> {
  return storedId(dir, "placement", "place", flushes);
}
