/** Operations that read what commands make, and here none is run. */
export const NEVER_DONE: readonly string[] = ["readOutput"];
