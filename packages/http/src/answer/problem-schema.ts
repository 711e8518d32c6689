import { ERROR_CODES, type ErrorCode } from "@workspace-agent/core";
import * as v from "valibot";

export const ErrorCodeSchema = v.picklist(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]);

export const FieldErrorSchema = v.strictObject({
  pointer: v.pipe(v.string(), v.description("A JSON Pointer into the request body, such as `#/message`.")),
  detail: v.string(),
});

/** The body of every error. Some codes add fields, such as `session_id`. */
export const ProblemSchema = v.looseObject({
  type: v.pipe(v.string(), v.description("A page of this instance that documents the code.")),
  title: v.string(),
  status: v.pipe(v.number(), v.integer()),
  detail: v.string(),
  code: ErrorCodeSchema,
  request_id: v.string(),
  errors: v.optional(v.array(FieldErrorSchema)),
});
