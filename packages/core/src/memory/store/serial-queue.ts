import { DomainError } from "../../domain/errors/domain-error.ts";

/** Longer than any transaction waits for another; a deadlock by misuse ends after it. */
const PATIENCE_MS = 10_000;

/** Runs one piece of work at a time, in the order of asking. */
export class SerialQueue {
  private isBusy = false;
  private readonly waiting: (() => void)[] = [];

  /** Throws `overloaded` when the work before it does not end within 10 s. */
  async run<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.isBusy) await this.takeTurn();
    this.isBusy = true;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.isBusy = false;
      else next();
    }
  }

  private takeTurn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(enter), 1);
        reject(
          new DomainError("overloaded", "A transaction of the store does not end.", {
            cause: new Error("Inside `transaction` only the repositories it hands over may be used."),
          }),
        );
      }, PATIENCE_MS);
      this.waiting.push(enter);
    });
  }
}
