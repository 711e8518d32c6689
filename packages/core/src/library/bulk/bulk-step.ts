import { DomainError } from "../../domain/errors/domain-error.ts";
import { invalidField } from "../../domain/errors/invalid-field.ts";
import type { Draft } from "../collection/collection-kind.ts";
import { canBeName } from "../collection/collection-ref.ts";
import { validateBody } from "../../domain/validation/validate-body.ts";
import {
  BulkDeleteSchema,
  type BulkError,
  type BulkLine,
  type BulkResult,
} from "../../domain/library/bulk.ts";

/** A validated line, except for checks that need the store. */
export type BulkStep =
  | { readonly type: "put"; readonly index: number; readonly name: string; readonly draft: Draft }
  | { readonly type: "delete"; readonly index: number; readonly name: string }
  | {
      readonly type: "error";
      readonly index: number;
      readonly name: string | null;
      readonly error: BulkError;
    };

/** A line that is already validated. `toValue` returns its unvalidated form. */
interface PreparedLine {
  readonly index: number;
  readonly draft: Draft;
  toValue(): unknown;
}

export type LoadLine = BulkLine | PreparedLine;

/** A line with an item. */
export type SoundLine = Exclude<LoadLine, { readonly fault: object }>;

const MAX_NAME = 128;

/** The name that a line gives, as far as it is known. */
function nameIn(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !("name" in value)) return null;
  return typeof value.name === "string" ? value.name.slice(0, MAX_NAME).toWellFormed() : null;
}

export function toBulkError({ code, detail, errors }: DomainError): BulkError {
  return { code, detail, ...(errors !== undefined && { errors: errors.map((error) => ({ ...error })) }) };
}

export function faultResult({ index, name, error }: Extract<BulkStep, { type: "error" }>): BulkResult {
  return { index, name, status: "error", error };
}

function putStep(index: number, draft: Draft, namePointer: string): BulkStep {
  const { name } = draft;
  if (name === null || !canBeName(name)) throw invalidField(namePointer, "must be a name");
  return { type: "put", index, name, draft };
}

/** The step of one line. `draftOf` returns the draft of a value, or throws its problems. */
export async function toStep(
  line: LoadLine,
  draftOf: (value: unknown) => Draft | Promise<Draft>,
  namePointer: string,
): Promise<BulkStep> {
  const { index } = line;
  if ("fault" in line) return { type: "error", index, name: null, error: { ...line.fault } };
  if ("draft" in line) return putStep(index, line.draft, namePointer);
  const { value } = line;
  try {
    if (typeof value === "object" && value !== null && Object.hasOwn(value, "op")) {
      return { type: "delete", index, name: validateBody(BulkDeleteSchema, value).name };
    }
    return putStep(index, await draftOf(value), namePointer);
  } catch (error) {
    if (!DomainError.isInstance(error)) throw error;
    return { type: "error", index, name: nameIn(value), error: toBulkError(error) };
  }
}
