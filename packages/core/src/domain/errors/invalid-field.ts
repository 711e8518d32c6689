import { DomainError } from "./domain-error.ts";

/** `invalid_request` for one field of a request. `detail` is a sentence. */
export const invalidAt = (pointer: string, detail: string): DomainError =>
  new DomainError("invalid_request", detail, { errors: [{ pointer, detail }] });

/** The same with a `detail` that lacks its subject, such as "must not be empty". */
export const invalidField = (pointer: string, detail: string, subject = `The field ${pointer}`) =>
  new DomainError("invalid_request", `${subject} ${detail}.`, { errors: [{ pointer, detail }] });
