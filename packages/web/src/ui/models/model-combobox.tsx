import type { ListedModel } from "@workspace-agent/client";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { Badge } from "../badge.tsx";
import { classNames } from "../class-names.ts";
import { inputClass } from "../field.tsx";
import list from "../suggestion-list.module.css";
import { describeModel, matching } from "./describe-model.ts";
import styles from "./model-combobox.module.css";

interface ModelComboboxProps {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
  readonly label: string;
  readonly models: readonly ListedModel[];
  readonly value: string;
  readonly placeholder: string;
  readonly onChange: (text: string) => void;
}

/** The list below the input. */
interface Open {
  /** It is searched for what was typed since it opened, not for what the input had. */
  readonly typed: string;
  /** Null: none is selected, so that Enter keeps the text. */
  readonly selected: number | null;
}

const scrollNear = (option: HTMLElement | null) => option?.scrollIntoView({ block: "nearest" });

/** An input for any text, with a list of models to choose from. */
export function ModelCombobox({ label, models, value, placeholder, onChange, ...ids }: ModelComboboxProps) {
  const listId = useId();
  const [open, setOpen] = useState<Open | null>(null);
  const options = open === null ? [] : matching(models, open.typed);
  const isListed = options.length > 0;
  const isUnlisted = open !== null && open.typed !== "" && !isListed;
  const selected = open?.selected ?? null;
  const popup = useRef<HTMLDivElement>(null);
  // In the top layer, so that no pane around it cuts it off.
  useEffect(() => void popup.current?.togglePopover(isListed || isUnlisted), [isListed, isUnlisted]);
  const show = () => setOpen((before) => before ?? { typed: "", selected: null });
  const choose = ({ reference }: ListedModel) => {
    onChange(reference);
    setOpen(null);
  };
  const move = (step: 1 | -1) => {
    const next = selected === null ? (step === 1 ? 0 : options.length - 1) : selected + step;
    setOpen({ typed: open?.typed ?? "", selected: (next + options.length) % Math.max(options.length, 1) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = selected === null ? undefined : options[selected];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (open === null) setOpen({ typed: "", selected: null });
      else move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && chosen !== undefined) choose(chosen);
    else if (event.key === "Escape" && open !== null) setOpen(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.combobox}>
      <input
        {...ids}
        role="combobox"
        aria-expanded={isListed}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={selected !== null && isListed ? `${listId}-${selected}` : undefined}
        className={inputClass}
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        onClick={show}
        onBlur={() => setOpen(null)}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          onChange(target.value);
          setOpen({ typed: target.value, selected: null });
        }}
      />
      <div ref={popup} popover="manual" className={classNames(list.popup, styles.popup)}>
        <ul role="listbox" id={listId} aria-label={label} className={styles.list} hidden={!isListed}>
          {options.map((model, index) => (
            <li
              key={model.reference}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === selected}
              ref={index === selected ? scrollNear : null}
              className={classNames(list.option, styles.option)}
              // The input keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(model)}
            >
              <span className={styles.reference}>
                {model.reference}
                {model.is_default && <Badge>Default</Badge>}
              </span>
              <span className="hint">{describeModel(model)}</span>
            </li>
          ))}
        </ul>
        {isUnlisted && (
          <p className={classNames("hint", styles.unlisted)} role="status">
            Not in the list. You can use it without a limit in US dollars.
          </p>
        )}
      </div>
    </div>
  );
}
