import { BookText, FileText, Sparkles } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { classNames } from "../../../../ui/class-names.ts";
import { counted } from "../../../../ui/describe-amounts.ts";
import list from "../../../../ui/suggestion-list.module.css";
import { visibleText } from "../../text/visible-text.ts";
import styles from "./suggestions.module.css";
import type { Trigger } from "./trigger.ts";
import { useSuggestions, type Suggestion } from "./use-suggestions.ts";

/** Handles a key of the field. Returns whether it was one for the list. */
export type SuggestionKeys = (event: KeyboardEvent) => boolean;

interface SuggestionsProps {
  readonly workspaceId: string;
  readonly trigger: Trigger;
  readonly listId: string;
  readonly keys: RefObject<SuggestionKeys | null>;
  readonly onChoose: (suggestion: Suggestion) => void;
  readonly onDismiss: () => void;
  /** Called with the id of the selected option, or undefined without options. */
  readonly onSelected: (optionId: string | undefined) => void;
}

const ICONS = { prompt: BookText, skill: Sparkles, file: FileText } as const;

/** A list above the composer. The field keeps the focus. */
export function Suggestions(props: SuggestionsProps) {
  const { workspaceId, trigger, listId, keys, onChoose, onDismiss, onSelected } = props;
  const options = useSuggestions(workspaceId, trigger);
  const [chosen, setChosen] = useState(0);
  const selected = Math.min(chosen, options.length - 1);
  const popup = useRef<HTMLDivElement>(null);
  const isOpen = options.length > 0;
  // In the top layer, so that no pane around it cuts it off.
  useEffect(() => void popup.current?.togglePopover(isOpen), [isOpen]);
  useEffect(() => setChosen(0), [trigger.kind, trigger.query]);
  const selectedId = isOpen ? `${listId}-${selected}` : undefined;
  useEffect(() => {
    onSelected(selectedId);
    return () => onSelected(undefined);
  }, [selectedId, onSelected]);

  useEffect(() => {
    keys.current = ({ key, shiftKey }) => {
      const option = options[selected];
      if (option === undefined || shiftKey) return false;
      if (key === "ArrowDown") setChosen((selected + 1) % options.length);
      else if (key === "ArrowUp") setChosen((selected + options.length - 1) % options.length);
      else if (key === "Enter" || key === "Tab") onChoose(option);
      else if (key === "Escape") onDismiss();
      else return false;
      return true;
    };
    return () => void (keys.current = null);
  });

  return (
    <>
      <div ref={popup} popover="manual" className={classNames(list.popup, styles.popup)}>
        <ul
          role="listbox"
          id={listId}
          aria-label={trigger.kind === "file" ? "Files" : "Prompts and skills"}
          className={styles.list}
        >
          {options.map((option, index) => {
            const Icon = ICONS[option.kind];
            return (
              <li
                key={`${option.kind} ${option.name}`}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === selected}
                className={classNames(list.option, styles.option)}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onChoose(option)}
              >
                <Icon aria-hidden />
                <bdi className={classNames("clipped", styles.name)}>{visibleText(option.name)}</bdi>
                <span className={classNames("hint clipped", styles.detail)}>
                  {visibleText(option.detail)}
                </span>
              </li>
            );
          })}
        </ul>
      </div>
      <p className="unseen" role="status">
        {isOpen && counted(options.length, "suggestion")}
      </p>
    </>
  );
}
