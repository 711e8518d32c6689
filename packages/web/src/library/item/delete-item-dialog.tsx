import { isProblem } from "../../api/describe-error.ts";
import { useDeleteItem, type LibraryItem, type LibraryKind } from "../../api/library.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { capitalOf, WORDS } from "../kinds.ts";

interface DeleteItemDialogProps {
  readonly kind: LibraryKind;
  readonly item: LibraryItem;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

/** Asks, and asks once more where workspaces or templates use it: the instance names them. */
export function DeleteItemDialog({ kind, item, isOpen, onClose, onDeleted }: DeleteItemDialogProps) {
  const remove = useDeleteItem(kind, item.id);
  const { one } = WORDS[kind];
  const isInUse = isProblem(remove.error, "in_use");
  const close = () => {
    remove.reset();
    onClose();
  };
  const confirm = () =>
    remove.mutate(
      { force: isInUse },
      {
        onSuccess: () => {
          close();
          showToast(`${capitalOf(kind)} deleted`, item.name);
          onDeleted?.();
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={close}
      title={`Delete this ${one}?`}
      action={isInUse ? "Delete it anyway" : `Delete ${one}`}
      {...(isInUse && { typed: item.name })}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
    >
      <strong>{item.name}</strong> is deleted with all its versions. This cannot be undone.
      {isInUse && " Whoever uses it will miss it:"}
    </ConfirmDialog>
  );
}
