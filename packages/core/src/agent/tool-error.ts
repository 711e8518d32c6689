const MARKER = Symbol.for("workspace-agent.tool-error");

/** A failure that the model may know about: a tool throws it, and its message is the result of the call. The text of other errors is only logged. */
export class ToolError extends Error {
  override readonly name = "ToolError";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, MARKER, { value: true });
  }

  /** Whether a value is a tool error, also one of another copy of this package. */
  static isInstance(value: unknown): value is ToolError {
    return value instanceof Error && MARKER in value;
  }
}
