import { _, Name, type CodeKeywordDefinition, type ErrorObject } from "ajv/dist/2020.js";
import type { Budget } from "./budget.ts";
import { COST } from "./compiled-form.ts";
import { isObject } from "./is-object.ts";
import { REFERENCES } from "./keywords.ts";

/** More errors are not reported. */
export const MAX_PROBLEMS = 20;

/** Characters of a value that cost about as much to read as one step. */
const PER_STEP = 64;

/** The check has found enough errors, all of which count. */
export class EnoughErrors extends Error {
  override readonly name = "EnoughErrors";

  constructor(readonly errors: readonly ErrorObject[]) {
    super("enough errors");
  }
}

function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length / PER_STEP;
  return Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : 0;
}

// Names of variables in the functions that ajv writes.
const VALUE_ERRORS = new Name("vErrors");
const INSTANCE_PATH = new Name("instancePath");

/** Charges for each time that a schema is applied, and ends a check that has found enough. */
export function costKeyword(budget: Budget): CodeKeywordDefinition {
  const spend = (value: unknown, cost: number) => {
    budget.spend(cost + sizeOf(value));
  };
  const copied = (errors: readonly ErrorObject[] | null) => {
    if (errors !== null) budget.spendForCopy(errors);
  };
  const found = (errors: readonly ErrorObject[] | null) => {
    if (errors !== null && errors.length >= MAX_PROBLEMS) throw new EnoughErrors(errors);
  };
  return {
    keyword: COST,
    schemaType: "number",
    code({ gen, data, schemaCode, parentSchema, it }) {
      const call = (ref: (...given: never[]) => void) => gen.scopeValue("func", { ref });
      gen.code(_`${call(spend)}(${data}, ${schemaCode})`);
      // A schema that fails behind a reference makes ajv copy the errors so far.
      if (REFERENCES.some((keyword) => Object.hasOwn(parentSchema, keyword)))
        gen.code(_`${call(copied)}(${VALUE_ERRORS})`);
      // Errors count if no schema that may fail is around them: `anyOf` and others, or one that refers to the root.
      if (it.compositeRule !== true && it.schemaEnv.root === it.schemaEnv)
        gen.code(_`if (${INSTANCE_PATH} === "") ${call(found)}(${VALUE_ERRORS})`);
    },
  };
}
