import type { ComponentType } from "react";
import { isProblem } from "../../api/describe-error.ts";
import type { ItemBody, LibraryItem } from "../../api/library.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";

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

interface ItemErrorNoticeProps {
  readonly error: unknown;
  readonly form: Pick<ItemForm<never>, "shownAtFields">;
}

/** The error of a save, unless a field shows it. */
export function ItemErrorNotice({ error, form }: ItemErrorNoticeProps) {
  if (error === null || isProblem(error, "name_taken")) return null;
  return <ErrorNotice error={error} isShownAtField={(pointer) => form.shownAtFields.includes(pointer)} />;
}
