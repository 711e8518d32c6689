import { Ellipsis, History, Trash2 } from "lucide-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { isProblem } from "../../api/describe-error.ts";
import { useDeleteItem, type LibraryItem, type LibraryKind } from "../../api/library.ts";
import { IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { showToast } from "../../ui/toast.tsx";
import { capitalized, KIND_TEXTS } from "../kinds.ts";

interface ItemMenuProps {
  readonly kind: LibraryKind;
  readonly item: LibraryItem;
  readonly onDeleted?: () => void;
}

export function ItemMenu({ kind, item, onDeleted }: ItemMenuProps) {
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const remove = useDeleteItem(kind, item.id);
  const { one } = KIND_TEXTS[kind];
  // The server refuses to delete an item that is in use, and names its users.
  const isInUse = isProblem(remove.error, "in_use");
  const close = () => {
    remove.reset();
    setDeleting(false);
  };
  return (
    <>
      <Menu trigger={<IconButton label={`Actions for ${item.name}`} icon={<Ellipsis />} />}>
        <MenuItem
          icon={<History />}
          onSelect={() =>
            void navigate({
              to: "/library/$kind/$ref",
              params: { kind, ref: item.id },
              search: { view: "versions" },
            })
          }
        >
          Versions
        </MenuItem>
        <MenuItem icon={<Trash2 />} isDangerous onSelect={() => setDeleting(true)}>
          Delete…
        </MenuItem>
      </Menu>
      {isDeleting && (
        <ConfirmDialog
          onClose={close}
          title={`Delete this ${one}?`}
          action={isInUse ? "Delete anyway" : `Delete ${one}`}
          typed={isInUse ? item.name : undefined}
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() =>
            remove.mutate(
              { force: isInUse },
              {
                onSuccess: () => {
                  close();
                  showToast(`${capitalized(kind)} deleted`, item.name);
                  onDeleted?.();
                },
              },
            )
          }
        >
          This deletes <strong>{item.name}</strong> with all its versions. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}
