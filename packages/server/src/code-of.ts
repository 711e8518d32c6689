/** The code of an error of the system, such as `ENOENT`. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;
