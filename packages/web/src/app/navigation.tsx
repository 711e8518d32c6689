import { Link } from "@tanstack/react-router";
import { Boxes, FileCode2, KeyRound, Library, LogOut, Monitor, Moon, Search, Sun } from "lucide-react";
import { useState, type ReactNode } from "react";
import { instanceName, instancePath, signsIn } from "../api/instance.ts";
import { ToggleGroup, ToggleOption } from "../ui/toggle-group.tsx";
import styles from "./navigation.module.css";
import { leave } from "./leave.ts";
import { chooseTheme, readTheme, type Theme } from "./theme.ts";
import { paletteKey } from "./use-palette-key.ts";

interface NavigationProps {
  readonly onSearch: () => void;
}

export function Navigation({ onSearch }: NavigationProps) {
  return (
    <div className={styles.navigation}>
      <div className={styles.brand}>
        <img src={instancePath("/favicon.svg")} alt="" width="22" height="22" />
        <span>{instanceName}</span>
      </div>
      <button type="button" className={styles.search} onClick={onSearch}>
        <Search aria-hidden />
        Go to …<kbd>{paletteKey}</kbd>
      </button>
      <nav aria-label="Main" className={styles.links}>
        <NavigationLink to="/workspaces" icon={<Boxes />}>
          Workspaces
        </NavigationLink>
        <NavigationLink to="/library" icon={<Library />}>
          Library
        </NavigationLink>
        <NavigationLink to="/integration/tokens" icon={<KeyRound />}>
          Service Tokens
        </NavigationLink>
        <a href={instancePath("/api/docs")} className={styles.link}>
          <FileCode2 aria-hidden />
          API Docs
        </a>
      </nav>
      <div className={styles.foot}>
        <ThemeSwitch />
        {signsIn && (
          <button type="button" className={styles.link} onClick={() => void leave()}>
            <LogOut aria-hidden />
            Sign out
          </button>
        )}
      </div>
    </div>
  );
}

interface NavigationLinkProps {
  readonly to: "/workspaces" | "/library" | "/integration/tokens";
  readonly icon: ReactNode;
  readonly children: ReactNode;
}

function NavigationLink({ to, icon, children }: NavigationLinkProps) {
  return (
    <Link to={to} className={styles.link}>
      {icon}
      {children}
    </Link>
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
      <ToggleOption value="system" label="As the system" icon={<Monitor />} />
      <ToggleOption value="light" label="Light" icon={<Sun />} />
      <ToggleOption value="dark" label="Dark" icon={<Moon />} />
    </ToggleGroup>
  );
}
