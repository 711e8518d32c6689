const MOST_CAUSES = 5;

/**
 * An error as a line of the log holds it: name, code, message, stack and what caused it. Its other members are left out: libraries keep
 * requests, commands and environments there.
 */
export function errorForLog(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  return {
    type: name,
    ...("code" in error && { code: error.code }),
    message,
    stack,
    ...(cause !== undefined && depth < MOST_CAUSES && { cause: errorForLog(cause, depth + 1) }),
  };
}
