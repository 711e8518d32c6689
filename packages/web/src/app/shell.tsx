import { Outlet, useLocation } from "@tanstack/react-router";
import { Menu as MenuIcon, Search } from "lucide-react";
import { useEffect, useState } from "react";
import { instanceName } from "../api/instance.ts";
import { IconButton } from "../ui/button.tsx";
import { Modal } from "../ui/modal.tsx";
import { Attention } from "./attention.tsx";
import { CommandPalette } from "./command-palette.tsx";
import { Navigation } from "./navigation.tsx";
import styles from "./shell.module.css";
import { UnavailableBanner } from "./unavailable-banner.tsx";
import { useOpenWorkspace } from "./use-open-workspace.ts";
import { usePaletteKey, type PaletteStart } from "./use-palette-key.ts";

/** The navigation, the command palette, and the current screen. */
export function Shell() {
  const [open, setOpen] = useState<PaletteStart | "navigation" | null>(null);
  const { pathname } = useLocation();
  const workspaceId = useOpenWorkspace();
  usePaletteKey((start) => {
    if (start === "files" && workspaceId === null) return false;
    setOpen(open === start ? null : start);
    return true;
  });
  useEffect(() => setOpen(null), [pathname]);
  const search = () => setOpen("commands");
  const close = () => setOpen(null);
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={() => document.querySelector("main")?.focus()}>
        Skip to content
      </button>
      <aside className={styles.side}>
        <Navigation onSearch={search} />
      </aside>
      <header className={styles.bar}>
        <IconButton
          label="Menu"
          icon={<MenuIcon />}
          aria-haspopup="dialog"
          onClick={() => setOpen("navigation")}
        />
        <span className={styles.name}>{instanceName}</span>
        <IconButton label="Search" icon={<Search />} onClick={search} />
      </header>
      <div className="fill">
        <UnavailableBanner />
        <main className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Attention />
      {open === "navigation" && (
        <Modal onClose={close} name={{ label: "Menu" }} className={styles.drawer}>
          <Navigation onSearch={search} />
        </Modal>
      )}
      {open !== null && open !== "navigation" && <CommandPalette start={open} onClose={close} />}
    </div>
  );
}
