import { Dialog as Base } from "@base-ui/react/dialog";
import styles from "./shell.module.css";
import { Navigation } from "./navigation.tsx";

interface DrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSearch: () => void;
}

/** The navigation on small screens. */
export function Drawer({ isOpen, onClose, onSearch }: DrawerProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.veil} />
        <Base.Popup className={styles.drawer}>
          <Base.Title className="unseen">Menu</Base.Title>
          <Navigation onSearch={onSearch} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
