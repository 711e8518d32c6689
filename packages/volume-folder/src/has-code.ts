interface SystemError extends Error {
  readonly code: string;
}

/** Recognized by the code alone (`ENOENT`, not a runtime's own `ERR_…`): Deno does not always name the system call. */
export function isSystemError(error: unknown): error is SystemError {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    /^E[A-Z0-9]+$/.test(error.code)
  );
}

/** Whether a system call failed with one of these codes (`ENOENT` …). */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return isSystemError(error) && codes.includes(error.code);
}

/** What `call` returns, or null where it fails with one of these codes. */
export async function orNull<T>(call: () => Promise<T>, ...codes: readonly string[]): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (hasCode(error, ...codes)) return null;
    throw error;
  }
}
