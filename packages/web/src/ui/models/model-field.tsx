import type { ListedModel } from "@workspace-agent/client";
import { useQuery } from "@tanstack/react-query";
import { modelsQuery } from "../../api/models.ts";
import { FieldRow } from "../field.tsx";
import { describeModel } from "./describe-model.ts";
import { ModelCombobox } from "./model-combobox.tsx";

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

const NONE: readonly ListedModel[] = [];

/** A reference of a model: one of the list, or any other. */
export function ModelField({ label, hint, error, value, hasDefault = false, onChange }: ModelFieldProps) {
  const { data: models = NONE, isError } = useQuery(modelsQuery);
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
        <ModelCombobox
          {...ids}
          label={label}
          models={models}
          value={value ?? ""}
          placeholder={byDefault === undefined ? "Server default" : `Server default: ${byDefault.reference}`}
          onChange={(text) => onChange(text === "" ? null : text)}
        />
      )}
    </FieldRow>
  );
}
