import { useNavigate } from "@tanstack/react-router";
import { CornerDownLeft, Search } from "lucide-react";
import { useDeferredValue, useId, useState, type FocusEvent, type KeyboardEvent } from "react";
import { classNames } from "../ui/class-names.ts";
import { Modal } from "../ui/modal.tsx";
import styles from "./command-palette.module.css";
import { FILE_SIGN, type Command } from "./commands.ts";
import { useCommands } from "./use-commands.ts";
import type { PaletteStart } from "./use-palette-key.ts";

interface CommandPaletteProps {
  readonly start: PaletteStart;
  readonly onClose: () => void;
}

/** Finds screens, workspaces, and the views, sessions and files of the open workspace. */
export function CommandPalette({ start, onClose }: CommandPaletteProps) {
  return (
    <Modal onClose={onClose} name={{ label: "Search" }} className={styles.popup}>
      <Palette key={start} start={start === "files" ? FILE_SIGN : ""} onClose={onClose} />
    </Modal>
  );
}

const toEnd = ({ target }: FocusEvent<HTMLInputElement>) =>
  target.setSelectionRange(target.value.length, target.value.length);

interface PaletteProps {
  /** The text at first. */
  readonly start: string;
  readonly onClose: () => void;
}

function Palette({ start, onClose }: PaletteProps) {
  const [text, setText] = useState(start);
  const [selected, setSelected] = useState(0);
  const navigate = useNavigate();
  const listId = useId();
  const { commands, isOfWorkspace } = useCommands(text, useDeferredValue(text.trim()));
  const current = Math.min(selected, commands.length - 1);
  const hint = `Search pages, sessions, and workspaces${isOfWorkspace ? `, or ${FILE_SIGN} for files` : ""}`;

  const write = (now: string) => {
    setText(now);
    setSelected(0);
  };
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    if ("write" in command) {
      write(command.write);
      return;
    }
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
          aria-label={text.startsWith(FILE_SIGN) ? "Search files" : hint}
          placeholder={hint}
          className={styles.input}
          value={text}
          onFocus={toEnd}
          onChange={(event) => write(event.target.value)}
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
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => run(command)}
          >
            <span className={classNames("clipped", styles.name, command.isPath === true && styles.path)}>
              <bdi>{command.name}</bdi>
            </span>
            <span className="hint">{command.group}</span>
            {command.keys !== undefined && <kbd className="hint">{command.keys}</kbd>}
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
