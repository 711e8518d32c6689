import { useNavigate } from "@tanstack/react-router";
import { CornerDownLeft, Search } from "lucide-react";
import { useDeferredValue, useId, useState, type KeyboardEvent } from "react";
import { classNames } from "../ui/class-names.ts";
import { Modal } from "../ui/modal.tsx";
import styles from "./command-palette.module.css";
import type { Command } from "./commands.ts";
import { useCommands } from "./use-commands.ts";

interface CommandPaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Finds screens, workspaces, and the views and sessions of the open workspace. */
export function CommandPalette({ isOpen, onClose }: CommandPaletteProps) {
  return (
    <Modal isOpen={isOpen} onClose={onClose} name={{ label: "Search" }} className={styles.popup}>
      <Palette onClose={onClose} />
    </Modal>
  );
}

function Palette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState("");
  const [selected, setSelected] = useState(0);
  const navigate = useNavigate();
  const listId = useId();
  const commands = useCommands(text, useDeferredValue(text.trim()));
  const current = Math.min(selected, commands.length - 1);

  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    void command.go(navigate);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setSelected((current + step + commands.length) % Math.max(1, commands.length));
    }
    if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(commands[current]);
    }
  };

  return (
    <>
      <div className={styles.field}>
        <Search aria-hidden />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={commands.length > 0 ? `${listId}-${current}` : undefined}
          aria-label="Search pages, sessions, and workspaces"
          placeholder="Search pages, sessions, and workspaces"
          className={styles.input}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setSelected(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <ul role="listbox" id={listId} aria-label="Results" className={styles.list}>
        {commands.map((command, index) => (
          <li
            key={`${command.group}/${command.id}`}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === current}
            className={classNames(styles.option, index === current && styles.selected)}
            ref={index === current ? scrollNear : null}
            onPointerMove={() => setSelected(index)}
            onClick={() => run(command)}
          >
            <span className={classNames("clipped", styles.name)}>{command.name}</span>
            <span className="hint">{command.group}</span>
            <CornerDownLeft aria-hidden />
          </li>
        ))}
      </ul>
      {commands.length === 0 && <p className={styles.none}>No results</p>}
    </>
  );
}

function scrollNear(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
