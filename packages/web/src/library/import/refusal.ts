const MARKER = Symbol.for("workspace-agent.web.import-refusal");

/** Why a file cannot be imported, as it is told to whoever chose it. */
export class ImportRefusal extends Error {
  override readonly name = "ImportRefusal";
  readonly [MARKER] = true;

  constructor(
    message: string,
    /** What can be done about it. */
    readonly advice: string,
  ) {
    super(message);
  }

  static isInstance(value: unknown): value is ImportRefusal {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}
