import { DomainError } from "../../domain/errors/domain-error.ts";
import type { ErrorCode } from "../../domain/errors/codes.ts";
import type { Clock } from "../clock.ts";

export interface AdapterCallsOptions {
  /** Names the adapter at the beginning of a sentence: `The sandbox "local"`. */
  readonly adapter: string;
  /** The code of an adapter that breaks its contract. */
  readonly code: ErrorCode;
  readonly clock: Clock;
}

export interface CallOptions<T> {
  /** What is wrong with an answer, as the end of a sentence; null: nothing. Asked until an answer is right. */
  readonly check?: (answer: T) => string | null;
  /** How long a call may take until the method has answered once, in milliseconds. Default: any time. */
  readonly firstMs?: number;
  /** An error of another class is the call's alone: it stays of another class. Default false. */
  readonly isOfCall?: boolean;
  /** An error after it aborted is the caller's own. */
  readonly signal?: AbortSignal | undefined;
  /** Whether an error is the caller's own, and not the adapter's. Default: none is. */
  readonly isOwn?: (error: unknown) => boolean | Promise<boolean>;
}

/**
 * The calls of an adapter. What breaks the port's contract becomes an error that names the adapter and the method: an error of another class
 * (its cause), an answer of another shape, and no answer. Shape and time are checked until a method has answered once.
 */
export class AdapterCalls {
  private readonly proven = new Set<string>();

  constructor(private readonly options: AdapterCallsOptions) {}

  async ask<T>(method: string, call: () => Promise<T>, options: CallOptions<T> = {}): Promise<T> {
    try {
      if (this.proven.has(method)) return await call();
      const { firstMs } = options;
      const answer = await (firstMs === undefined ? call() : this.inTime(method, call, firstMs));
      const problem = options.check?.(answer) ?? null;
      if (problem !== null) throw this.error(`returned a wrong value from ${method}(): ${problem}`);
      this.proven.add(method);
      return answer;
    } catch (cause) {
      if (options.signal?.aborted === true || (await options.isOwn?.(cause)) === true) throw cause;
      const failed = this.failure(method, cause);
      if (options.isOfCall !== true || failed === cause) throw failed;
      throw new Error(failed.detail, { cause });
    }
  }

  /** What callers get for what a method threw: a domain error as it is. */
  failure(method: string, cause: unknown): DomainError {
    return DomainError.isInstance(cause) ? cause : this.error(`failed in ${method}()`, cause);
  }

  private error(what: string, cause?: unknown): DomainError {
    const { adapter, code } = this.options;
    return new DomainError(code, `${adapter} ${what}.`, { cause });
  }

  private async inTime<T>(method: string, call: () => Promise<T>, firstMs: number): Promise<T> {
    const answered = new AbortController();
    const late = this.options.clock.sleep(firstMs, answered.signal).then(() => {
      throw this.error(`did not answer ${method}() within ${firstMs / 1_000} s`);
    });
    late.catch(() => undefined);
    try {
      return await Promise.race([call(), late]);
    } finally {
      answered.abort("answered");
    }
  }
}
