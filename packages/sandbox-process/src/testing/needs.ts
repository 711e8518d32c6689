/** Why a sandbox does not start on this machine, or null. Closes it. */
export async function whyNotStarted(sandbox: {
  start(): Promise<void>;
  close(): Promise<void>;
}): Promise<string | null> {
  try {
    await sandbox.start();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await sandbox.close();
  }
}

/** Whether tests are skipped, since there is a reason. Reports it with what they are about. */
export function skips(what: string, reason: string | null): boolean {
  if (reason !== null) console.warn(`\nSKIPPED: ${what}, since ${reason}\n`);
  return reason !== null;
}
