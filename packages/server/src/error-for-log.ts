const MOST_CAUSES = 5;

/**
 * An error for the log: name, code, message, stack and causes. Other properties are left out, because libraries store requests, commands
 * and environments in them.
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
