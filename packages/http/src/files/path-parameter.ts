import * as v from "valibot";

const MAX_PATH = 4096;

/** A path in a volume. The volume validates it. */
export const pathParameter = v.pipe(
  v.string(),
  v.maxLength(MAX_PATH),
  v.description("Path relative to the root of the volume, URL-encoded as one value: `src%2Fmain.ts`."),
);
