import { Link } from "@tanstack/react-router";
import {
  Boxes,
  FileCode2,
  KeyRound,
  Library,
  ListChecks,
  LogOut,
  Monitor,
  Moon,
  ScrollText,
  Search,
  Sun,
  Webhook,
} from "lucide-react";
import { useState } from "react";
import { instanceName, instancePath, signsIn } from "../api/instance.ts";
import { ToggleGroup, ToggleOption } from "../ui/toggle-group.tsx";
import { NotificationSwitch } from "./notification-switch.tsx";
import styles from "./navigation.module.css";
import { signOut } from "./sign-out.ts";
import { chooseTheme, readTheme, type Theme } from "./theme.ts";
import { paletteKey } from "./use-palette-key.ts";

export function Navigation({ onSearch }: { readonly onSearch: () => void }) {
  return (
    <div className={styles.navigation}>
      <div className={styles.brand}>
        <img src={instancePath("/favicon.svg")} alt="" width="22" height="22" />
        <span>{instanceName}</span>
      </div>
      <button type="button" className={styles.search} onClick={onSearch}>
        <Search aria-hidden />
        Search<kbd>{paletteKey}</kbd>
      </button>
      <nav aria-label="Main" className={styles.links}>
        <Link to="/workspaces" className={styles.link}>
          <Boxes aria-hidden />
          Workspaces
        </Link>
        <Link to="/library" className={styles.link}>
          <Library aria-hidden />
          Library
        </Link>
        <Link to="/batches" className={styles.link}>
          <ListChecks aria-hidden />
          Batches
        </Link>
        <Link to="/integration/tokens" className={styles.link}>
          <KeyRound aria-hidden />
          Service tokens
        </Link>
        <Link to="/integration/webhooks" className={styles.link}>
          <Webhook aria-hidden />
          Webhooks
        </Link>
        <Link to="/integration/audit" className={styles.link}>
          <ScrollText aria-hidden />
          Audit log
        </Link>
        <a href={instancePath("/api/docs")} className={styles.link}>
          <FileCode2 aria-hidden />
          API reference
        </a>
      </nav>
      <div className={styles.foot}>
        <ThemeSwitch />
        <NotificationSwitch />
        {signsIn && (
          <button type="button" className={styles.link} onClick={() => void signOut()}>
            <LogOut aria-hidden />
            Sign out
          </button>
        )}
      </div>
    </div>
  );
}

function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  const choose = (next: Theme) => {
    chooseTheme(next);
    setTheme(next);
  };
  return (
    <ToggleGroup label="Theme" value={theme} onChange={choose}>
      <ToggleOption value="system" label="System" icon={<Monitor />} />
      <ToggleOption value="light" label="Light" icon={<Sun />} />
      <ToggleOption value="dark" label="Dark" icon={<Moon />} />
    </ToggleGroup>
  );
}
