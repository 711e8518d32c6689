/** An error that the caller can fix. Its message says how. */
export class ProjectError extends Error {}
