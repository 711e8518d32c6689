import { isRecord } from "../../api/parse-config.ts";
import { inputClass } from "../../ui/field.tsx";
import type { ConfigFieldProps } from "./config-field.tsx";
import styles from "./config-form.module.css";
import { EntriesField } from "./entries-field.tsx";
import { RecordRows } from "./record-rows.tsx";

const asServer = (value: unknown) => (isRecord(value) ? value : {});

export function ServersField({ value, onChange, error }: ConfigFieldProps) {
  return (
    <RecordRows
      noun="server"
      newName="server"
      newValue={{ url: "https://", headers: {} }}
      value={value}
      onChange={onChange}
      error={error}
      details={(_name, server, set) => (
        <div className={styles.details}>
          <EntriesField
            noun="header"
            newName="Authorization"
            error={null}
            value={asServer(server)["headers"]}
            onChange={(headers) => set({ ...asServer(server), headers })}
          />
        </div>
      )}
    >
      {(name, server, set) => {
        const { url } = asServer(server);
        return (
          <input
            className={inputClass}
            aria-label={`URL of ${name}`}
            type="url"
            placeholder="https://tools.example.com/mcp"
            spellCheck={false}
            value={typeof url === "string" ? url : ""}
            onChange={({ target }) => set({ ...asServer(server), url: target.value })}
          />
        );
      }}
    </RecordRows>
  );
}
