import { ProblemError } from "@workspace-agent/client";
import type { BatchHead } from "@workspace-agent/client/batches";
import { ItemsRefusal } from "./read-items.ts";

/** Where the items run. */
export type Where = "new" | "template" | "workspace";

/** The form for a new batch. */
export interface BatchDraft {
  /** Changes with the form: a request that is repeated without a change makes no second batch. */
  readonly idempotencyKey: string;
  readonly name: string;
  readonly file: File | null;
  /** The items, if there is no file. */
  readonly text: string;
  readonly message: string;
  readonly where: Where;
  readonly template: string;
  /** The name of the workspace. */
  readonly workspace: string;
  readonly concurrency: string;
  readonly budgetUsd: string;
}

export const EMPTY_DRAFT: Omit<BatchDraft, "idempotencyKey"> = {
  name: "",
  file: null,
  text: "",
  message: "",
  where: "new",
  template: "",
  workspace: "",
  concurrency: "4",
  budgetUsd: "",
};

/** Whether the form is complete. `workspaceId` is that of the chosen workspace. */
export function isComplete(draft: BatchDraft, workspaceId: string | null): boolean {
  if (draft.file === null && draft.text.trim() === "") return false;
  if (draft.where === "workspace") return workspaceId !== null;
  return draft.where === "new" || draft.template !== "";
}

/** The batch without its items. */
export function headOf(draft: BatchDraft, workspaceId: string | null): BatchHead {
  const { name, message, where, template, concurrency, budgetUsd } = draft;
  return {
    ...(name.trim() !== "" && { name: name.trim() }),
    ...(concurrency !== "" && { concurrency: Number(concurrency) }),
    ...(budgetUsd !== "" && { budget: { usd: Number(budgetUsd) } }),
    defaults: {
      ...(where === "template" && { template }),
      ...(where === "workspace" && workspaceId !== null && { workspace_id: workspaceId }),
      ...(message.trim() !== "" && { turn: { message } }),
    },
  };
}

/** The pointers to the fields of the form, besides the items. */
export const POINTERS = {
  name: ["#/name"],
  message: ["#/defaults/turn/message"],
  template: ["#/defaults/template"],
  workspace: ["#/defaults/workspace_id"],
  concurrency: ["#/concurrency"],
  // The budget limits each turn too, which needs the price of its model.
  budgetUsd: ["#/budget/usd", "#/defaults/turn/limits/max_cost_usd"],
} as const;

const ITEM = /^#\/items(?:\/(\d+)(\/.+)?)?$/;

/** Whether a field of the form shows the error of a pointer. */
export function isShownAtField(pointer: string): boolean {
  return ITEM.test(pointer) || Object.values<readonly string[]>(POINTERS).flat().includes(pointer);
}

/** What is wrong with the items, with their numbers from 1. */
export function itemsError(error: unknown): string | null {
  if (ItemsRefusal.isInstance(error)) return error.message;
  if (!ProblemError.isInstance(error)) return null;
  const problems = error.errors.flatMap(({ pointer, detail }) => {
    const found = ITEM.exec(pointer);
    if (found === null) return [];
    const [, position, field = ""] = found;
    const item = position === undefined ? "The items" : `Item ${Number(position) + 1}`;
    return [`${item}${field === "" ? "" : `, ${field.slice(1)}`}: ${detail}`];
  });
  return problems.length === 0 ? null : problems.join(" ");
}
