/** Steps of about a tenth of a microsecond that the check of one value may take. */
const MAX_STEPS = 2_000_000;

/** The check of a value takes too long. */
export class TooCostly extends Error {
  override readonly name = "TooCostly";
}

/** What is left of the check that runs. Checks are synchronous, so one budget serves all. */
export class Budget {
  private left = 0;

  begin(): void {
    this.left = MAX_STEPS;
  }

  /** Throws `TooCostly`. */
  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new TooCostly();
  }
}
