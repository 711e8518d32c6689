import type { TurnOutput } from "../../domain/sessions/output.ts";
import type { OutputProblem, OutputSchemas } from "../../ports/output-schemas.ts";
import type { JsonValue } from "../../runtime/json.ts";

const typeOf = (value: JsonValue) =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

/** Checks `type`, `required` and the types of `properties`. Refuses a schema with `$ref`. */
export const simpleSchemas: OutputSchemas = {
  compile(schema) {
    if (schema["$ref"] !== undefined)
      return {
        type: "refused",
        problems: [{ pointer: "#/%24ref", detail: "Only references within the schema." }],
      };
    const properties = (schema["properties"] ?? {}) as Readonly<Record<string, { readonly type: string }>>;
    const required = (schema["required"] ?? []) as readonly string[];
    return {
      type: "compiled",
      validate(value) {
        const { type } = schema;
        if (typeof type === "string" && typeOf(value) !== type)
          return [{ pointer: "#", detail: `must be ${type}` }];
        const members = new Map(Object.entries(value ?? {}) as [string, JsonValue][]);
        return [
          ...required
            .filter((name) => !members.has(name))
            .map((name): OutputProblem => ({ pointer: "#", detail: `must have ${name}` })),
          ...Object.entries(properties).flatMap(([name, { type }]): OutputProblem[] => {
            const member = members.get(name);
            return member === undefined || typeOf(member) === type
              ? []
              : [{ pointer: `#/${name}`, detail: `must be ${type}` }];
          }),
        ];
      },
    };
  },
};

export const sumOutput: TurnOutput = {
  schema: { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] },
  max_attempts: 2,
};

/** The call that submits an output. */
export const submit = (given: unknown) => ({ name: "submit_output", arguments: given as string });
