import type { Logger } from "../ports/logger.ts";

/** Writes down that a credential was used. Where that cannot be written, on a full disk say, the log tells it and nobody is refused. */
export async function noteUse(logger: Logger, written: Promise<unknown>): Promise<void> {
  try {
    await written;
  } catch (error) {
    logger.warn({ error }, "the use of a credential could not be written down");
  }
}
