import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../../ui/button.tsx";
import { inputClass } from "../../ui/field.tsx";
import type { ConfigFieldProps } from "./config-field.tsx";
import styles from "./config-form.module.css";
import { isRecord, type ConfigObject } from "../../api/parse-config.ts";
import { EntriesField } from "./entries-field.tsx";
import { freeName, renamed, without } from "./entries.ts";
import { NameInput } from "./name-input.tsx";

export function ServersField({ value, onChange, error }: ConfigFieldProps) {
  const record = isRecord(value) ? value : {};
  const set = (name: string, server: ConfigObject) => onChange({ ...record, [name]: server });
  return (
    <div className={styles.rows}>
      {Object.entries(record).map(([name, each], index) => {
        const server = isRecord(each) ? each : {};
        return (
          <div key={index} className={styles.tool}>
            <div className={styles.entry}>
              <NameInput
                label={`Name of server ${index + 1}`}
                value={name}
                onChange={(next) => onChange(renamed(record, name, next))}
              />
              <input
                className={inputClass}
                aria-label={`URL of ${name}`}
                type="url"
                placeholder="https://tools.example.com/mcp"
                spellCheck={false}
                value={typeof server["url"] === "string" ? server["url"] : ""}
                onChange={({ target }) => set(name, { ...server, url: target.value })}
              />
              <IconButton
                label={`Remove ${name}`}
                icon={<Trash2 />}
                onClick={() => onChange(without(record, name))}
              />
            </div>
            <div className={styles.patterns}>
              <EntriesField
                noun="header"
                base="Authorization"
                error={null}
                value={server["headers"]}
                onChange={(headers) => set(name, { ...server, headers })}
              />
            </div>
          </div>
        );
      })}
      {error !== null && <p className={styles.error}>{error}</p>}
      <Button
        size="small"
        icon={<Plus />}
        onClick={() => set(freeName(Object.keys(record), "server"), { url: "https://", headers: {} })}
      >
        Add server
      </Button>
    </div>
  );
}
