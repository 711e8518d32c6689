import { Autocomplete } from "@base-ui/react/autocomplete";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ListedModel } from "@workspace-agent/client";
import { modelsQuery } from "../../api/models.ts";
import { Badge } from "../badge.tsx";
import { FieldRow, inputClass } from "../field.tsx";
import menu from "../menu.module.css";
import { describeModel, matching } from "./describe-model.ts";
import styles from "./model-field.module.css";

interface ModelFieldProps {
  readonly label: string;
  readonly hint?: string | null;
  readonly error?: string | null;
  /** Null: what the server does without one. */
  readonly value: string | null;
  /** Without a value, the default model of the server is used. */
  readonly hasDefault?: boolean;
  readonly onChange: (reference: string | null) => void;
}

/** A reference of a model: one of the list, or any other. */
export function ModelField({ label, hint, error, value, hasDefault = false, onChange }: ModelFieldProps) {
  const { data: models = [], isError } = useQuery(modelsQuery);
  // The list is searched for what is typed, not for what the field had.
  const [typed, setTyped] = useState("");
  const byDefault = hasDefault ? models.find(({ is_default }) => is_default) : undefined;
  const known = models.find(({ reference }) => reference === (value ?? byDefault?.reference));
  const notes = [
    hint,
    known === undefined ? null : `${describeModel(known)}.`,
    isError ? "The list of models could not be loaded." : null,
  ];
  return (
    <FieldRow label={label} hint={notes.filter(Boolean).join(" ")} error={error}>
      {(ids) => (
        <Autocomplete.Root
          items={matching(models, typed)}
          filter={null}
          itemToStringValue={({ reference }: ListedModel) => reference}
          value={value ?? ""}
          onValueChange={(text, { reason }) => {
            setTyped(reason === "input-change" ? text : "");
            onChange(text === "" ? null : text);
          }}
          onOpenChange={(isOpen) => {
            if (!isOpen) setTyped("");
          }}
          openOnInputClick
        >
          <Autocomplete.Input
            {...ids}
            className={inputClass}
            placeholder={
              byDefault === undefined ? "Server default" : `Server default: ${byDefault.reference}`
            }
            spellCheck={false}
            autoComplete="off"
          />
          <Autocomplete.Portal>
            <Autocomplete.Positioner sideOffset={4} align="start" className={menu.positioner}>
              <Autocomplete.Popup className={styles.popup} aria-label={label}>
                <Autocomplete.Empty className={styles.empty}>
                  {typed !== "" && "Not in the list. You can use it without a limit in US dollars."}
                </Autocomplete.Empty>
                <Autocomplete.List className={styles.list}>
                  {(model: ListedModel) => (
                    <Autocomplete.Item key={model.reference} value={model} className={styles.item}>
                      <span className={styles.reference}>
                        {model.reference}
                        {model.is_default && <Badge>Default</Badge>}
                      </span>
                      <span className={styles.figures}>{describeModel(model)}</span>
                    </Autocomplete.Item>
                  )}
                </Autocomplete.List>
              </Autocomplete.Popup>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
      )}
    </FieldRow>
  );
}
