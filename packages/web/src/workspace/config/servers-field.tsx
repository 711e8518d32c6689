import { isRecord } from "../../api/parse-config.ts";
import { inputClass } from "../../ui/field.tsx";
import type { ConfigFieldProps } from "./config-field.tsx";
import { RecordRows } from "../../ui/record-rows.tsx";
import styles from "./config-form.module.css";
import { EntriesField } from "./entries-field.tsx";

const asRecord = (value: unknown) => (isRecord(value) ? value : {});

export function ServersField({ value, onChange, error }: ConfigFieldProps) {
  return (
    <RecordRows<unknown>
      noun="server"
      newName="server"
      newValue={{ url: "https://", headers: {} }}
      value={asRecord(value)}
      onChange={onChange}
      error={error}
      details={(_name, server, set) => (
        <div className={styles.details}>
          <EntriesField
            noun="header"
            newName="Authorization"
            error={null}
            value={asRecord(server)["headers"]}
            onChange={(headers) => set({ ...asRecord(server), headers })}
          />
        </div>
      )}
    >
      {(name, server, set) => {
        const { url } = asRecord(server);
        return (
          <input
            className={inputClass}
            aria-label={`URL of ${name}`}
            type="url"
            placeholder="https://tools.example.com/mcp"
            spellCheck={false}
            value={typeof url === "string" ? url : ""}
            onChange={({ target }) => set({ ...asRecord(server), url: target.value })}
          />
        );
      }}
    </RecordRows>
  );
}
