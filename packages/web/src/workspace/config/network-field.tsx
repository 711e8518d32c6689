import { Select } from "../../ui/field.tsx";
import type { ConfigFieldProps } from "./config-field.tsx";
import { isRecord } from "./draft.ts";
import { ListField } from "./list-field.tsx";

const OPTIONS = [
  { value: "none", label: "Nothing" },
  { value: "allow", label: "These hosts" },
  { value: "open", label: "Everything" },
];

export function NetworkField({ field, value, onChange, error }: ConfigFieldProps) {
  const hosts = isRecord(value) ? value["allow"] : null;
  const isList = hosts !== null;
  return (
    <>
      <Select
        label={field.label}
        error={isList ? null : error}
        value={isList ? "allow" : typeof value === "string" ? value : "none"}
        options={OPTIONS}
        onChange={(next) => onChange(next === "allow" ? { allow: [] } : next)}
      />
      {isList && (
        <ListField
          label="Hosts"
          hint="One a line: api.example.com, *.example.com."
          error={error}
          value={hosts}
          onChange={(allow) => onChange({ allow })}
        />
      )}
    </>
  );
}
