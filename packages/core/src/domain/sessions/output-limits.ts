/** The name of the tool by which the agent submits its output. */
export const SUBMIT_OUTPUT = "submit_output";
/** The longest output, in bytes of the JSON that the model writes. */
export const MAX_OUTPUT_BYTES = 524_288;
export const MAX_ATTEMPTS = 10;
export const DEFAULT_ATTEMPTS = 2;
