import { useState } from "react";
import { isProblem } from "../../api/describe-error.ts";
import { useReplaceItem, type Versioned, type LibraryKind } from "../../api/library.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { showToast } from "../../ui/toast.tsx";
import { WORDS } from "../kinds.ts";
import { ConflictNotice } from "./conflict-notice.tsx";
import type { ItemForm } from "./item-form.ts";
import styles from "./item.module.css";
import { LeaveGuard } from "./leave-guard.tsx";

interface EditItemProps<Draft> {
  readonly kind: LibraryKind;
  /** The item as the instance has it now. */
  readonly found: Versioned;
  readonly form: ItemForm<Draft>;
}

/** Changes an item, from the version that was there when the typing began: what others saved since is never overwritten unasked. */
export function EditItem<Draft>({ kind, found, form }: EditItemProps<Draft>) {
  const [base, setBase] = useState(found);
  const [draft, setDraft] = useState(() => form.draftOf(found.item));
  const replace = useReplaceItem(kind, found.item.id);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(form.draftOf(base.item));
  const isOutdated = found.etag !== base.etag;
  const start = (from: Versioned) => {
    setBase(from);
    setDraft(form.draftOf(from.item));
  };
  // Nothing typed: what is new is simply shown.
  if (isOutdated && !isChanged && !replace.isPending) start(found);
  const fault = form.faultOf(draft);
  const isRefused = isProblem(replace.error, "precondition_failed");
  const save = (etag: string) =>
    replace.mutate(
      { body: form.bodyOf(draft), etag },
      {
        onSuccess: (saved) => {
          start(saved);
          showToast(
            saved.item.version === base.item.version ? "Nothing had changed" : "Saved",
            `${saved.item.name}, version ${saved.item.version}`,
          );
        },
      },
    );
  const submit = () => {
    if (fault === null && isChanged && !replace.isPending) save(base.etag);
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        submit();
      }}
    >
      <form.Fields draft={draft} onChange={setDraft} error={replace.error} isNew={false} />
      {isRefused || (isOutdated && isChanged) ? (
        <ConflictNotice
          kind={kind}
          refId={found.item.id}
          base={base}
          mine={form.bodyOf(draft)}
          isBusy={replace.isPending}
          onOverwrite={(latest) => {
            setBase(latest);
            save(latest.etag);
          }}
          onTakeTheirs={(latest) => {
            replace.reset();
            start(latest);
          }}
        />
      ) : (
        replace.isError &&
        !isProblem(replace.error, "name_taken") && (
          <ErrorNotice error={replace.error} isTold={(pointer) => form.told.includes(pointer)} />
        )
      )}
      <div className={styles.bar}>
        <span className={styles.state} role="status">
          {isChanged ? (fault ?? "Not saved yet") : "No changes"}
        </span>
        <Button
          disabled={!isChanged || replace.isPending}
          onClick={() => {
            replace.reset();
            start(found);
          }}
        >
          Discard changes
        </Button>
        <Button
          type="submit"
          kind="primary"
          isBusy={replace.isPending}
          disabled={!isChanged || fault !== null || isRefused}
        >
          Save {WORDS[kind].one}
        </Button>
      </div>
      <LeaveGuard isNeeded={isChanged && !replace.isPending} />
    </form>
  );
}
