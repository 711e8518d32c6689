/** Steps of about a tenth of a microsecond that the check of one value may take. */
const MAX_STEPS = 2_000_000;
/** Errors that take about one step to copy. */
const ERRORS_PER_STEP = 32;

/** The check of a value takes too long. */
export class TooCostly extends Error {
  override readonly name = "TooCostly";
}

/** What is left of the check that runs. Checks are synchronous, so one budget serves all. */
export class Budget {
  private left = 0;
  /** The canonical texts of the parts of the value. */
  texts = new WeakMap<object, string>();
  private lists = new WeakSet();

  begin(): void {
    this.left = MAX_STEPS;
    this.texts = new WeakMap();
    this.lists = new WeakSet();
  }

  /** Charges for a list of errors that ajv has copied. Throws `TooCostly`. */
  spendForCopy(errors: readonly unknown[]): void {
    if (this.lists.has(errors)) return;
    this.lists.add(errors);
    this.spend(errors.length / ERRORS_PER_STEP);
  }

  /** Throws `TooCostly`. */
  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new TooCostly();
  }
}
