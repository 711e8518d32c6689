import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { OpenApi, Schema } from "./document.ts";

const DOCUMENT = "openapi.json";

/** Validates values by the schemas of a document, each compiled once. */
export class Validator {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
  readonly #compiled = new Map<Schema, ValidateFunction>();

  constructor(document: OpenApi) {
    addFormats(this.#ajv);
    this.#ajv.addSchema({ $id: DOCUMENT, components: document.components });
  }

  accepts(schema: Schema, value: unknown): boolean {
    return this.#validatorOf(schema)(value);
  }

  /** The errors of a value, or null. */
  complaint(schema: Schema, value: unknown): string | null {
    const validate = this.#validatorOf(schema);
    return validate(value) ? null : this.#ajv.errorsText(validate.errors);
  }

  #validatorOf(schema: Schema): ValidateFunction {
    const known = this.#compiled.get(schema);
    if (known !== undefined) return known;
    const compiled = this.#ajv.compile(absolute(schema));
    this.#compiled.set(schema, compiled);
    return compiled;
  }
}

/** References that are local to the document, made absolute. */
function absolute(schema: Schema): Schema {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${DOCUMENT}#/`);
  return JSON.parse(text) as Schema;
}
