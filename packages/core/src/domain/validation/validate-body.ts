import * as v from "valibot";
import { DomainError } from "../errors/domain-error.ts";
import { toPointer } from "../errors/pointer.ts";
import { arrayForObject } from "./array-for-object.ts";
import { fieldErrors } from "./field-errors.ts";
import { reservedName } from "./reserved-name.ts";

/** Parses a value with its schema. Throws `invalid_request` with an error for each invalid field. */
export function validateBody<Output>(schema: v.GenericSchema<unknown, Output>, value: unknown): Output {
  const reserved = reservedName(value);
  if (reserved !== null) {
    const errors = [{ pointer: toPointer(reserved), detail: "is a name that cannot be used" }];
    throw new DomainError("invalid_request", summary(errors), { errors });
  }
  const result = v.safeParse(schema, value);
  const array = arrayForObject(schema, value);
  if (result.success && array === null) return result.output;
  const errors = [
    ...(array === null ? [] : [{ pointer: toPointer(array), detail: "must be Object" }]),
    ...(result.success ? [] : fieldErrors(result.issues)),
  ];
  throw new DomainError("invalid_request", summary(errors), { errors });
}

function summary(errors: readonly { readonly pointer: string; readonly detail: string }[]): string {
  const [first] = errors;
  if (first === undefined) return "The body is not valid.";
  const field = first.pointer === "#" ? "The body" : `The field ${first.pointer}`;
  return errors.length === 1
    ? `${field} ${first.detail}.`
    : `${field} ${first.detail}; ${errors.length - 1} more.`;
}
