const MARKER = Symbol.for("workspace-agent.web.import-refusal");

/** Why a file cannot be imported, in words for the user. */
export class ImportRefusal extends Error {
  override readonly name = "ImportRefusal";
  readonly [MARKER] = true;

  constructor(
    message: string,
    readonly advice: string,
  ) {
    super(message);
  }

  static isInstance(value: unknown): value is ImportRefusal {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}
