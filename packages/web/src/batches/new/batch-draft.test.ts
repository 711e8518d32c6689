import { ProblemError } from "@workspace-agent/client";
import { expect, test } from "vitest";
import { EMPTY_DRAFT, headOf, isComplete, isShownAtField, itemsError } from "./batch-draft.ts";
import { ItemsRefusal } from "./read-items.ts";

const draft = { ...EMPTY_DRAFT, idempotencyKey: "k", text: '{"key":"a"}' };

test("the form is complete with items and a where", () => {
  expect(isComplete({ ...draft, text: " \n" }, null)).toBe(false);
  expect(isComplete(draft, null)).toBe(true);
  expect(isComplete({ ...draft, where: "template" }, null)).toBe(false);
  expect(isComplete({ ...draft, where: "template", template: "site" }, null)).toBe(true);
  expect(isComplete({ ...draft, where: "workspace", workspace: "shop" }, null)).toBe(false);
  expect(isComplete({ ...draft, where: "workspace", workspace: "shop" }, "ws_1")).toBe(true);
});

test("only what is filled in is sent, and only the where that is chosen", () => {
  expect(headOf({ ...draft, concurrency: "" }, null)).toEqual({ defaults: {} });
  const full = {
    ...draft,
    name: " n ",
    message: "Do it.",
    template: "site",
    concurrency: "8",
    budgetUsd: "2.5",
  };
  const common = { name: "n", concurrency: 8, budget: { usd: 2.5 } };
  const turn = { message: "Do it." };
  expect(headOf({ ...full, where: "template" }, "ws_1")).toEqual({
    ...common,
    defaults: { template: "site", turn },
  });
  expect(headOf({ ...full, where: "workspace" }, "ws_1")).toEqual({
    ...common,
    defaults: { workspace_id: "ws_1", turn },
  });
});

test("an error of an item has the number of the item from 1, and is shown at the items", () => {
  const problem = (pointer: string) => {
    const errors = [{ pointer, detail: "must not be empty" }];
    const body = { code: "invalid_request", detail: "", errors };
    return new ProblemError(new Response(null, { status: 422 }), body as never, "");
  };
  expect(itemsError(problem("#/items/3/message"))).toBe("Item 4, message: must not be empty");
  expect(itemsError(problem("#/items/0"))).toBe("Item 1: must not be empty");
  expect(itemsError(problem("#/items"))).toBe("The items: must not be empty");
  expect(itemsError(problem("#/name"))).toBe(null);
  expect(itemsError(new ItemsRefusal("Item 2 is not an object."))).toBe("Item 2 is not an object.");
  expect(["#/items/3/key", "#/budget/usd", "#/name"].every(isShownAtField)).toBe(true);
  expect(isShownAtField("#/defaults/turn/output")).toBe(false);
});
