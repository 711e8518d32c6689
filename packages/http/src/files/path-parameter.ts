import * as v from "valibot";

const MAX_PATH = 4096;

/** A path of a volume. Whether it may be gone to is the volume's own judgement. */
export const pathParameter = v.pipe(
  v.string(),
  v.maxLength(MAX_PATH),
  v.description("Relative to the volume's root, URL-encoded as one value: `src%2Fmain.ts`."),
);
