import type { ReactNode } from "react";
import { Checkbox, Field, Select, TextArea } from "../../ui/field.tsx";
import { ModelField } from "../../ui/models/model-field.tsx";
import { EntriesField } from "./entries-field.tsx";
import type { FormField } from "./form-model.ts";
import { JsonField } from "./json-field.tsx";
import { ListField } from "./list-field.tsx";
import { NetworkField } from "./network-field.tsx";
import { PermissionsField } from "./permissions-field.tsx";
import { ServersField } from "./servers-field.tsx";

export interface ConfigFieldProps {
  readonly field: FormField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** The server's error for the field or a part of it. */
  readonly error: string | null;
}

export function ConfigField(props: ConfigFieldProps): ReactNode {
  const { field, value, onChange, error } = props;
  const texts = { label: field.label, hint: field.hint, error };
  switch (field.kind) {
    case "text":
      return (
        <Field
          {...texts}
          value={typeof value === "string" ? value : ""}
          placeholder={field.isNullable ? "Server default" : ""}
          spellCheck={false}
          autoComplete="off"
          onChange={(text) => onChange(text === "" && field.isNullable ? null : text)}
        />
      );
    case "model":
      return (
        <ModelField
          {...texts}
          value={typeof value === "string" ? value : null}
          hasDefault={field.pointer === "#/model"}
          onChange={onChange}
        />
      );
    case "prose":
      return (
        <TextArea {...texts} rows={6} value={typeof value === "string" ? value : ""} onChange={onChange} />
      );
    case "number":
      return (
        <Field
          {...texts}
          type="number"
          inputMode="decimal"
          step={field.isInteger ? 1 : "any"}
          {...(field.min !== null && { min: field.min })}
          {...(field.max !== null && Number.isSafeInteger(field.max * 2) && { max: field.max })}
          placeholder={field.isNullable ? "No limit" : ""}
          value={typeof value === "number" ? String(value) : ""}
          onChange={(text) =>
            onChange(text === "" ? (field.isNullable ? null : field.default) : Number(text))
          }
        />
      );
    case "choice":
      return (
        <Select
          {...texts}
          value={typeof value === "string" ? value : ""}
          onChange={onChange}
          options={field.options.map((option) => ({ value: option, label: option }))}
        />
      );
    case "switch":
      return <Checkbox label={field.label} isChecked={value === true} onChange={onChange} />;
    case "list":
      return <ListField {...texts} value={value} onChange={onChange} />;
    case "variables":
      return <EntriesField noun="variable" newName="NAME" error={error} value={value} onChange={onChange} />;
    case "network":
      return <NetworkField {...props} />;
    case "permissions":
      return <PermissionsField {...props} />;
    case "servers":
      return <ServersField {...props} />;
    case "json":
      return <JsonField {...props} />;
  }
}
