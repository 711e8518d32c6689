import type { ComponentType } from "react";
import type { ItemBody, LibraryItem } from "../../api/library.ts";

export interface FieldsProps<Draft> {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  /** Of the last attempt to save. */
  readonly error: unknown;
  readonly isNew: boolean;
}

/** How one kind is edited: what is typed, and what is sent. */
export interface ItemForm<Draft> {
  /** What an item, or nothing yet, is before anything is typed. */
  readonly draftOf: (item: LibraryItem | null) => Draft;
  readonly bodyOf: (draft: Draft) => ItemBody;
  /** What keeps it from being sent, or null. */
  readonly faultOf: (draft: Draft) => string | null;
  /** The pointers of the fields that tell what is wrong with them. */
  readonly told: readonly string[];
  readonly Fields: ComponentType<FieldsProps<Draft>>;
}
