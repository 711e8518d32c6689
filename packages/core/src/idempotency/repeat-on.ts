import type { ErrorCode } from "../domain/errors/codes.ts";
import { DomainError } from "../domain/errors/domain-error.ts";

/** Repeats work while it fails with a code because others came first, up to a number of attempts. `attempt` begins with 1. */
export async function repeatOn<T>(
  code: ErrorCode,
  attempts: number,
  work: (attempt: number) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt === attempts || !DomainError.isInstance(error) || error.code !== code) throw error;
    }
  }
}
