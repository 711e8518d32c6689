import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { createBatch } from "../../api/batches.ts";
import { fieldError } from "../../api/describe-error.ts";
import { keys } from "../../api/keys.ts";
import { useChange } from "../../api/use-change.ts";
import { counted } from "../../ui/describe-amounts.ts";
import { Field, TextArea } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import styles from "../batches.module.css";
import {
  EMPTY_DRAFT,
  headOf,
  isComplete,
  isShownAtField,
  itemsError,
  POINTERS,
  type BatchDraft,
} from "./batch-draft.ts";
import { ItemsField } from "./items-field.tsx";
import { WhereFields, useNamedWorkspaces } from "./where-fields.tsx";
import { ItemsRefusal, readItems } from "./read-items.ts";

export function NewBatchDialog({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState<BatchDraft>(() => ({
    ...EMPTY_DRAFT,
    idempotencyKey: crypto.randomUUID(),
  }));
  const change = (part: Partial<BatchDraft>) =>
    setDraft({ ...draft, ...part, idempotencyKey: crypto.randomUUID() });
  const workspaces = useNamedWorkspaces(draft);
  const navigate = useNavigate();
  const create = useChange(keys.batches.all, async () => {
    const { lines, count } = await readItems(draft.file ?? new Blob([draft.text]));
    const head = headOf(draft, workspaces.id);
    const batch = await createBatch({ idempotencyKey: draft.idempotencyKey, head, items: lines });
    return { id: batch.id, count };
  });
  const fault = (field: keyof typeof POINTERS) =>
    POINTERS[field].map((pointer) => fieldError(create.error, pointer)).find((text) => text !== null) ?? null;
  return (
    <FormDialog
      onClose={onClose}
      title="New batch"
      action="Create batch"
      onSubmit={() =>
        create.mutate(undefined, {
          onSuccess: ({ id, count }) => {
            showToast("Batch created", counted(count, "item"));
            void navigate({ to: "/batches/$id", params: { id } });
          },
        })
      }
      isReady={isComplete(draft, workspaces.id)}
      isBusy={create.isPending}
      error={ItemsRefusal.isInstance(create.error) ? null : create.error}
      isShownAtField={isShownAtField}
    >
      <ItemsField draft={draft} onChange={change} error={itemsError(create.error)} />
      <TextArea
        label="Message to the agent"
        hint="For items without a message of their own."
        value={draft.message}
        onChange={(message) => change({ message })}
        rows={2}
        error={fault("message")}
      />
      <WhereFields draft={draft} onChange={change} fault={fault} workspaces={workspaces} />
      <div className={styles.pair}>
        <Field
          label="Items at once"
          hint="1 to 64."
          type="number"
          min={1}
          max={64}
          value={draft.concurrency}
          onChange={(concurrency) => change({ concurrency })}
          error={fault("concurrency")}
        />
        <Field
          label="Budget in US dollars"
          hint="Empty: no limit."
          type="number"
          min={0}
          step="any"
          value={draft.budgetUsd}
          onChange={(budgetUsd) => change({ budgetUsd })}
          error={fault("budgetUsd")}
        />
      </div>
      <Field
        label="Name"
        hint="Optional."
        value={draft.name}
        onChange={(name) => change({ name })}
        maxLength={128}
        placeholder="reviews of May"
        error={fault("name")}
        autoComplete="off"
      />
    </FormDialog>
  );
}
