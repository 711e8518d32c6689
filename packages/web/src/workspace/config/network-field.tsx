import { Select } from "../../ui/field.tsx";
import type { ConfigFieldProps } from "./config-field.tsx";
import { isRecord } from "../../api/parse-config.ts";
import { ListField } from "./list-field.tsx";

const OPTIONS = [
  { value: "none", label: "None" },
  { value: "allow", label: "Selected hosts" },
  { value: "open", label: "All hosts" },
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
          hint="One per line, such as api.example.com or *.example.com."
          error={error}
          value={hosts}
          onChange={(allow) => onChange({ allow })}
        />
      )}
    </>
  );
}
