import { useEffect, useId, useRef, useState, type RefObject } from "react";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { composerKey } from "./composer-key.ts";
import { isComposing } from "./is-composing.ts";
import styles from "./composer.module.css";
import { replaceTrigger, triggerAt } from "./suggestions/trigger.ts";
import type { SuggestionKeys } from "./suggestions/suggestions.tsx";
import type { Suggestion } from "./suggestions/use-suggestions.ts";

const Suggestions = lazyComponent(async () => (await import("./suggestions/suggestions.tsx")).Suggestions);

interface MessageFieldProps {
  readonly workspaceId: string;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly placeholder: string;
  readonly onChange: (text: string) => void;
  readonly onSend: () => void;
  /** The message that is written again with ArrowUp, or null. */
  readonly recall: () => string | null;
  readonly onFiles: (files: FileList) => void;
  /** A file was chosen from the suggestions. */
  readonly onAttach: (path: string) => void;
  /** A prompt was chosen, with or without open arguments. */
  readonly onPrompt: (name: string, isComplete: boolean) => void;
}

/** The text of a message. `/` suggests prompts and skills, and `@` files. */
export function MessageField(props: MessageFieldProps) {
  const { workspaceId, field, text, placeholder, onChange, onSend, recall, onFiles } = props;
  const listId = useId();
  const keys = useRef<SuggestionKeys>(null);
  const [selectedId, setSelectedId] = useState<string>();
  // Null while the field has no focus.
  const [position, setPosition] = useState<number | null>(null);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const trigger = position === null || dismissed === text ? null : triggerAt(text, position);

  useEffect(() => {
    const { current } = field;
    if (current === null) return;
    current.style.height = "auto";
    current.style.height = `${current.scrollHeight}px`;
  }, [text, field]);

  const choose = (suggestion: Suggestion) => {
    if (trigger === null) return;
    const { kind, name } = suggestion;
    const inserted = { prompt: "", skill: `Use the skill \`${name}\`.`, file: `\`${name}\`` }[kind];
    onChange(replaceTrigger(text, trigger, inserted));
    if (kind === "file") props.onAttach(name);
    if (kind === "prompt") props.onPrompt(name, suggestion.isComplete);
  };
  const actions = {
    send: onSend,
    recall: () => {
      const message = recall();
      if (message !== null) onChange(message);
    },
  };

  return (
    <>
      <textarea
        ref={field}
        className={styles.text}
        aria-label="Message to the agent"
        placeholder={placeholder}
        rows={2}
        value={text}
        aria-autocomplete="list"
        aria-controls={selectedId === undefined ? undefined : listId}
        aria-activedescendant={selectedId}
        onChange={({ target }) => {
          onChange(target.value);
          setPosition(target.selectionStart);
        }}
        onSelect={({ currentTarget }) => setPosition(currentTarget.selectionStart)}
        onBlur={() => setPosition(null)}
        onPaste={(event) => {
          if (event.clipboardData.files.length === 0) return;
          event.preventDefault();
          onFiles(event.clipboardData.files);
        }}
        onKeyDown={(event) => {
          const isOfInputMethod = isComposing(event.nativeEvent);
          if (!isOfInputMethod && keys.current?.(event) === true) {
            event.preventDefault();
            return;
          }
          const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
          const isTouch = matchMedia("(pointer: coarse)").matches;
          const pressed = { key, ctrlKey, metaKey, shiftKey, altKey, isComposing: isOfInputMethod };
          const action = composerKey(pressed, { text, isTouch });
          if (action === null) return;
          event.preventDefault();
          actions[action]();
        }}
      />
      {trigger !== null && (
        <Suggestions
          workspaceId={workspaceId}
          trigger={trigger}
          listId={listId}
          keys={keys}
          onChoose={choose}
          onDismiss={() => setDismissed(text)}
          onSelected={setSelectedId}
        />
      )}
    </>
  );
}
