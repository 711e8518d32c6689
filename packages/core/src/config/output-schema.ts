import { DomainError } from "../domain/errors/domain-error.ts";
import { toPointer } from "../domain/errors/pointer.ts";
import type { OutputSchemas } from "../ports/output-schemas.ts";
import type { JsonSchema } from "../runtime/json.ts";

/** Throws `invalid_request` for a schema that the output of a turn cannot be checked with. `at` is where the schema is in the body. */
export function refuseSchema(schema: JsonSchema, schemas: OutputSchemas | null, at: readonly string[]): void {
  if (schemas === null) {
    const detail = "This host does not support structured output.";
    throw new DomainError("invalid_request", detail, {
      errors: [{ pointer: toPointer(at.slice(0, -1)), detail }],
    });
  }
  const compiled = schemas.compile(schema);
  if (compiled.type === "compiled") return;
  const errors = compiled.problems.map(({ pointer, detail }) => ({
    pointer: `${toPointer(at)}${pointer.slice(1)}`,
    detail,
  }));
  const [first] = errors;
  throw new DomainError("invalid_request", first?.detail ?? "The schema is not valid.", { errors });
}
