/** Texts up to this size are stored in a baseline and compared line by line. */
export const MAX_TEXT_BYTES = 1_048_576;

/** A file up to this size is compared by its content; a larger one by its size and times only. */
export const MAX_HASHED_BYTES = 67_108_864;

/** Files and links of a baseline. */
export const MAX_BASELINE_FILES = 200_000;
