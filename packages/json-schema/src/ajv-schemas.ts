import { Ajv2020, str, type ErrorObject } from "ajv/dist/2020.js";
import type { OutputProblem, OutputSchemas } from "@workspace-agent/core/ports";
import { Budget, TooCostly } from "./budget.ts";
import { canonicalJson } from "./canonical-json.ts";
import { compiledForm } from "./compiled-form.ts";
import { costKeyword, EnoughErrors, MAX_PROBLEMS } from "./cost-keyword.ts";
import { examineSchema, isTooDeep } from "./examine-schema.ts";
import { isObject } from "./is-object.ts";
import { linearRegExp } from "./patterns.ts";
import { fragmentOf } from "./pointer.ts";

const MAX_DETAIL = 500;

const MESSAGES: Readonly<Record<string, string>> = {
  const: "must be equal to constant",
  enum: "must be one of the values of enum",
  uniqueItems: "must not have equal items",
  "false schema": "must not be there",
};

function toProblem({ instancePath, keyword, message = "is not valid", params }: ErrorObject): OutputProblem {
  const given: Readonly<Record<string, unknown>> = params;
  const name = given["additionalProperty"] ?? given["unevaluatedProperty"] ?? given["propertyName"];
  const text = MESSAGES[keyword] ?? message;
  const detail = typeof name === "string" ? `${text}: ${JSON.stringify(name)}` : text;
  return { pointer: fragmentOf(instancePath), detail: detail.slice(0, MAX_DETAIL).toWellFormed() };
}

const toProblems = (errors: readonly ErrorObject[] | null | undefined) =>
  (errors ?? []).slice(0, MAX_PROBLEMS).map(toProblem);

const whole = (detail: string): readonly OutputProblem[] => [{ pointer: "#", detail }];

/** Whether a quotient is whole, but for the rounding of its division. */
const isWhole = (quotient: number) =>
  Math.abs(quotient - Math.round(quotient)) <= 4 * Number.EPSILON * Math.abs(quotient);

/** An ajv for schemas of untrusted callers. What may take more than linear time is replaced, and every step is counted. */
function boundedAjv(budget: Budget, { meta }: { readonly meta: boolean }): Ajv2020 {
  const textOf = (value: unknown) => canonicalJson(value, budget);
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    strictNumbers: true,
    validateFormats: false,
    meta,
    validateSchema: false,
    inlineRefs: false,
    // Names such as `toString` are no properties of every object.
    ownProperties: true,
    logger: false,
    code: { regExp: linearRegExp(budget), optimize: false },
  });
  // Not of this draft.
  ajv.removeKeyword("dependencies");
  ajv.removeKeyword("enum").addKeyword({
    keyword: "enum",
    schemaType: "array",
    errors: false,
    compile: (values: readonly unknown[]) => {
      const allowed = new Set(values.map((value) => canonicalJson(value)));
      return (value: unknown) => allowed.has(textOf(value));
    },
  });
  ajv.removeKeyword("uniqueItems").addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    errors: false,
    compile: (isAsked: boolean) => (items: readonly unknown[]) =>
      !isAsked || new Set(items.map(textOf)).size === items.length,
  });
  ajv.removeKeyword("const").addKeyword({
    keyword: "const",
    errors: false,
    compile: (constant: unknown) => {
      if (typeof constant !== "object" || constant === null) return (value: unknown) => value === constant;
      const text = canonicalJson(constant);
      return (value: unknown) => typeof value === "object" && value !== null && textOf(value) === text;
    },
  });
  ajv.removeKeyword("multipleOf").addKeyword({
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    errors: false,
    error: { message: ({ schemaCode }) => str`must be multiple of ${schemaCode}` },
    validate: (divisor: number, value: number) => {
      const quotient = value / divisor;
      return Number.isFinite(quotient) ? isWhole(quotient) : value % divisor === 0;
    },
  });
  ajv.addKeyword(costKeyword(budget));
  return ajv;
}

/**
 * Schemas of draft 2020-12, checked with ajv. A schema from an untrusted caller costs a bounded time: it is at most 64 KiB long and 64 levels
 * deep, refers only to itself, and has patterns that an engine matches in linear time; the check of a value has a budget. `format` asserts
 * nothing.
 */
export function ajvSchemas(): OutputSchemas {
  const budget = new Budget();
  // Made when it is needed: it takes longer than a start should.
  let drafts: Ajv2020 | null = null;
  return {
    compile(schema) {
      const problems = examineSchema(schema);
      if (problems.length > 0) return { type: "refused", problems };
      budget.begin();
      try {
        drafts ??= boundedAjv(budget, { meta: true });
        if (!(drafts.validateSchema(schema) as boolean))
          return { type: "refused", problems: toProblems(drafts.errors) };
        const form = compiledForm(schema);
        if (!isObject(form)) throw new Error("The schema is not an object.");
        // An instance remembers all that it compiled.
        const validate = boundedAjv(budget, { meta: false }).compile(form);
        return {
          type: "compiled",
          validate(value) {
            if (isTooDeep(value)) return whole("is nested too deeply");
            budget.begin();
            try {
              return validate(value) ? [] : toProblems(validate.errors);
            } catch (error) {
              if (error instanceof EnoughErrors) return toProblems(error.errors);
              if (error instanceof TooCostly || error instanceof RangeError)
                return whole("takes too many steps to check: make the value smaller, or the schema simpler");
              throw error;
            } finally {
              validate.errors = null;
            }
          },
        };
      } catch (error) {
        return {
          type: "refused",
          problems: whole(
            `The schema cannot be compiled: ${error instanceof Error ? error.message : "unknown"}`,
          ),
        };
      }
    },
  };
}
