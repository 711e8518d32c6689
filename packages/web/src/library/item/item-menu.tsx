import { Ellipsis, History, Trash2 } from "lucide-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import type { LibraryItem, LibraryKind } from "../../api/library.ts";
import { DeleteItemDialog } from "./delete-item-dialog.tsx";

interface ItemMenuProps {
  readonly kind: LibraryKind;
  readonly item: LibraryItem;
  readonly onDeleted?: () => void;
}

export function ItemMenu({ kind, item, onDeleted }: ItemMenuProps) {
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const showVersions = () =>
    void navigate({
      to: "/library/$kind/$ref",
      params: { kind, ref: item.id },
      search: { view: "versions" },
    });
  return (
    <>
      <Menu trigger={<IconButton label={`Actions for ${item.name}`} icon={<Ellipsis />} />}>
        <MenuItem icon={<History />} onSelect={showVersions}>
          Versions
        </MenuItem>
        <MenuItem icon={<Trash2 />} isDangerous onSelect={() => setDeleting(true)}>
          Delete …
        </MenuItem>
      </Menu>
      <DeleteItemDialog
        kind={kind}
        item={item}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        {...(onDeleted !== undefined && { onDeleted })}
      />
    </>
  );
}
