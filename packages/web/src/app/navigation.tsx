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
import { ToggleGroup } from "../ui/toggle-group.tsx";
import { NotificationSwitch } from "./notification-switch.tsx";
import styles from "./navigation.module.css";
import { signOut } from "./sign-out.ts";
import { chooseTheme, readTheme, type Theme } from "./theme.ts";
import { paletteKey } from "./use-palette-key.ts";

const LINKS = [
  { to: "/workspaces", name: "Workspaces", icon: Boxes },
  { to: "/library", name: "Library", icon: Library },
  { to: "/batches", name: "Batches", icon: ListChecks },
  { to: "/integration/tokens", name: "Service tokens", icon: KeyRound },
  { to: "/integration/webhooks", name: "Webhooks", icon: Webhook },
  { to: "/integration/audit", name: "Audit log", icon: ScrollText },
] as const;

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
        {LINKS.map(({ to, name, icon: Icon }) => (
          <Link key={to} to={to} className={styles.link}>
            <Icon aria-hidden />
            {name}
          </Link>
        ))}
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
    <ToggleGroup
      label="Theme"
      value={theme}
      onChange={choose}
      options={[
        { value: "system", label: "System", icon: <Monitor /> },
        { value: "light", label: "Light", icon: <Sun /> },
        { value: "dark", label: "Dark", icon: <Moon /> },
      ]}
    />
  );
}
