import type { ComponentType, ReactNode } from "react";
import { isProblem } from "../../api/describe-error.ts";
import type { ItemBody, LibraryItem } from "../../api/library.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import bar from "../../ui/form-bar.module.css";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import styles from "./item.module.css";

export interface FieldsProps<Draft> {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  /** The error of the last save. */
  readonly error: unknown;
  readonly isNew: boolean;
}

/** How one kind of item is edited. */
export interface ItemForm<Draft> {
  /** The draft of an item, or of a new one. */
  readonly draftOf: (item: LibraryItem | null) => Draft;
  readonly bodyOf: (draft: Draft) => ItemBody;
  /** Why a draft cannot be saved, or null. */
  readonly problemOf: (draft: Draft) => string | null;
  /** The JSON Pointers of the fields that show their own errors. */
  readonly shownAtFields: readonly string[];
  readonly Fields: ComponentType<FieldsProps<Draft>>;
}

interface ItemFormFrameProps<Draft> extends FieldsProps<Draft> {
  readonly form: ItemForm<Draft>;
  /** Replaces the notice about the error. */
  readonly conflict?: ReactNode;
  readonly status: string | null;
  readonly cancel: { readonly label: string; readonly onClick: () => void; readonly isDisabled?: boolean };
  readonly action: string;
  readonly onSubmit: () => void;
  readonly isReady: boolean;
  readonly isBusy: boolean;
  readonly isDirty: boolean;
}

/** The fields of an item with its error and buttons. */
export function ItemFormFrame<Draft>(props: ItemFormFrameProps<Draft>) {
  const { form, draft, onChange, error, isNew, conflict, status, cancel } = props;
  const { action, onSubmit, isReady, isBusy, isDirty } = props;
  const submit = () => {
    if (isReady && !isBusy) onSubmit();
  };
  const isShownAtName = isProblem(error, "name_taken");
  return (
    <form
      className="stack"
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
      <form.Fields draft={draft} onChange={onChange} error={error} isNew={isNew} />
      {conflict ??
        (error !== null && !isShownAtName && (
          <ErrorNotice error={error} isShownAtField={(pointer) => form.shownAtFields.includes(pointer)} />
        ))}
      <div className={classNames(bar.bar, styles.bar)}>
        <span className={bar.state} role="status">
          {status}
        </span>
        <Button disabled={cancel.isDisabled} onClick={cancel.onClick}>
          {cancel.label}
        </Button>
        <Button type="submit" kind="primary" isBusy={isBusy} disabled={!isReady}>
          {action}
        </Button>
      </div>
      <LeaveGuard isDirty={isDirty} />
    </form>
  );
}
