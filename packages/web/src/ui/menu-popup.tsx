import { Menu as Base } from "@base-ui/react/menu";
import { createContext, use, type ReactNode, type RefObject } from "react";
import styles from "./menu.module.css";
import { ItemContext, type MenuItemProps } from "./menu-item.ts";

interface MenuPopupProps {
  /** The button that opened the menu. */
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function MenuPopup({ anchor, isOpen, onClose, children }: MenuPopupProps) {
  return (
    <Base.Root
      modal={false}
      open={isOpen}
      onOpenChange={(open, { event }) => {
        // The button handles a press itself: closing here would make it open the menu again.
        const isOnButton = event.target instanceof Node && anchor.current?.contains(event.target) === true;
        if (!open && !isOnButton) onClose();
      }}
    >
      <Base.Portal>
        <Base.Positioner anchor={anchor} sideOffset={4} align="end" className={styles.positioner}>
          <Base.Popup
            className={styles.popup}
            finalFocus={anchor}
            aria-label={anchor.current?.ariaLabel ?? anchor.current?.textContent}
          >
            <AnchorContext value={anchor}>
              <ItemContext value={Item}>{children}</ItemContext>
            </AnchorContext>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const AnchorContext = createContext<MenuPopupProps["anchor"] | null>(null);

function Item({ icon, children, onSelect, isDangerous, disabled }: MenuItemProps) {
  const anchor = use(AnchorContext);
  return (
    <Base.Item
      className={styles.item}
      onClick={() => {
        // A dialog that the item opens returns the focus to the button, since the item is unmounted by then.
        anchor?.current?.focus();
        onSelect();
      }}
      disabled={disabled === true}
      data-dangerous={isDangerous || undefined}
    >
      {icon}
      {children}
    </Base.Item>
  );
}
