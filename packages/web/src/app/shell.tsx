import { Outlet, useLocation } from "@tanstack/react-router";
import { Menu as MenuIcon, Search } from "lucide-react";
import { useEffect, useState } from "react";
import { instanceName } from "../api/instance.ts";
import { IconButton } from "../ui/button.tsx";
import { lazyComponent, usePreload } from "../ui/lazy-component.tsx";
import { Navigation } from "./navigation.tsx";
import styles from "./shell.module.css";
import { UnavailableBanner } from "./unavailable-banner.tsx";
import { usePaletteKey } from "./use-palette-key.ts";

const CommandPalette = lazyComponent(async () => (await import("./command-palette.tsx")).CommandPalette);
const Drawer = lazyComponent(async () => (await import("./drawer.tsx")).Drawer);

/** The navigation, the command palette, and the current screen. */
export function Shell() {
  // Null until it is first opened, so that its code is not loaded.
  const [isPaletteOpen, setPaletteOpen] = useState<boolean | null>(null);
  const [isDrawerOpen, setDrawerOpen] = useState<boolean | null>(null);
  const { pathname } = useLocation();
  usePaletteKey(() => setPaletteOpen((isOpen) => isOpen !== true));
  usePreload(CommandPalette);
  useEffect(() => setDrawerOpen((isOpen) => isOpen && false), [pathname]);
  const search = () => {
    setDrawerOpen((isOpen) => isOpen && false);
    setPaletteOpen(true);
  };
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
          onPointerEnter={Drawer.preload}
          onClick={() => setDrawerOpen(true)}
        />
        <span className={styles.name}>{instanceName}</span>
        <IconButton label="Search" icon={<Search />} onClick={search} />
      </header>
      <div className={styles.stage}>
        <UnavailableBanner />
        <main className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {isPaletteOpen !== null && (
        <CommandPalette isOpen={isPaletteOpen} onClose={() => setPaletteOpen(false)} />
      )}
      {isDrawerOpen !== null && (
        <Drawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} onSearch={search} />
      )}
    </div>
  );
}
