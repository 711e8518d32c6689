import { useState } from "react";
import { isProblem } from "../../api/describe-error.ts";
import { useReplaceItem, type LibraryKind, type VersionedItem } from "../../api/library.ts";
import { showToast } from "../../ui/toast.tsx";
import { ItemConflict } from "./item-conflict.tsx";
import { ItemFormFrame, type ItemForm } from "./item-form.tsx";

interface EditItemProps<Draft> {
  readonly kind: LibraryKind;
  /** The latest version. */
  readonly found: VersionedItem;
  readonly form: ItemForm<Draft>;
}

/** Edits an item. A version that somebody else saved in the meantime is never overwritten without asking. */
export function EditItem<Draft>({ kind, found, form }: EditItemProps<Draft>) {
  const [base, setBase] = useState(found);
  const [draft, setDraft] = useState(() => form.draftOf(found.item));
  const replace = useReplaceItem(kind, found.item.id);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(form.draftOf(base.item));
  const isOutdated = found.etag !== base.etag;
  const edit = (version: VersionedItem) => {
    setBase(version);
    setDraft(form.draftOf(version.item));
  };
  const discard = (version: VersionedItem) => {
    replace.reset();
    edit(version);
  };
  if (isOutdated && !isChanged && !replace.isPending) edit(found);
  const problem = form.problemOf(draft);
  const isConflict = isProblem(replace.error, "precondition_failed");
  const save = (etag: string) =>
    replace.mutate(
      { body: form.bodyOf(draft), etag },
      {
        onSuccess: (saved) => {
          setBase(saved);
          // Edits since the request are kept.
          setDraft((now) => (now === draft ? form.draftOf(saved.item) : now));
          showToast(
            saved.item.version === base.item.version ? "No changes" : "Saved",
            `${saved.item.name}, version ${saved.item.version}`,
          );
        },
      },
    );
  return (
    <ItemFormFrame
      form={form}
      draft={draft}
      onChange={setDraft}
      error={replace.error}
      isNew={false}
      conflict={
        isConflict || (isOutdated && isChanged) ? (
          <ItemConflict
            kind={kind}
            refId={found.item.id}
            base={base}
            mine={form.bodyOf(draft)}
            isBusy={replace.isPending}
            onOverwrite={(latest) => {
              setBase(latest);
              save(latest.etag);
            }}
            onDiscard={discard}
          />
        ) : null
      }
      status={isChanged ? (problem ?? "Unsaved changes") : "No changes"}
      cancel={{
        label: "Discard changes",
        onClick: () => discard(found),
        isDisabled: !isChanged || replace.isPending,
      }}
      action="Save"
      onSubmit={() => save(base.etag)}
      isReady={isChanged && problem === null && !isConflict}
      isBusy={replace.isPending}
      isDirty={isChanged && !replace.isPending}
    />
  );
}
