import * as v from "valibot";

/** A text argument that is not empty. */
export const nonEmptyText = (description: string) =>
  v.pipe(v.string(), v.minLength(1), v.description(description));

/** A text argument without space around it, which is not empty then and has at most `most` characters. */
export const trimmedText = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most));
