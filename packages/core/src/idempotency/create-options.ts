import * as v from "valibot";
import { parameters } from "../domain/operations/checks.ts";

export const IdempotencyKeySchema = v.pipe(
  v.string(),
  v.regex(/^[\x20-\x7e]{1,255}$/, "must have 1 to 255 printable ASCII characters"),
);

export const CreateOptionsSchema = v.strictObject({
  idempotencyKey: v.optional(IdempotencyKeySchema),
  onReplay: v.optional(v.custom<() => void>((value) => typeof value === "function", "must be a function")),
});

/** Requests send the key in a header. */
export const OPTION_NAMES = { idempotencyKey: "The idempotency key" } as const;

export const createOptions = parameters(CreateOptionsSchema, OPTION_NAMES);
