import { ProblemError } from "@workspace-agent/client";
import { expect, test } from "vitest";
import { describeError } from "./describe-error.ts";

interface Fault {
  readonly pointer: string;
  readonly detail: string;
}

function problem(detail: string, errors: readonly Fault[]): ProblemError {
  const response = new Response(null, { status: 400 });
  return new ProblemError(response, { code: "invalid_request", detail, errors } as never, detail);
}

const name = { pointer: "#/name", detail: "must have at most 128 characters" };
const label = { pointer: "#/labels/team", detail: "must not be empty" };
const both = problem(`The field ${name.pointer} ${name.detail}.`, [name, label]);

test("an error in the detail is not repeated", () => {
  expect(describeError(problem(both.detail, [name]))).toMatchObject({ message: both.detail, advice: null });
  expect(describeError(both)).toMatchObject({ message: both.detail, advice: label.detail });
});

test("an error that a field shows is not repeated", () => {
  expect(describeError(both, () => true)).toMatchObject({
    message: "Some fields are invalid.",
    advice: null,
  });
  const isName = (pointer: string) => pointer === name.pointer;
  expect(describeError(both, isName)).toMatchObject({ message: both.detail, advice: label.detail });
});

test("an error that is not in the detail is added", () => {
  const fault = { pointer: "#/images/0", detail: "must be a PNG" };
  expect(describeError(problem("An image is invalid.", [fault]))).toMatchObject({
    message: "An image is invalid.",
    advice: "must be a PNG",
  });
});
