import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { isRecord } from "../../api/parse-config.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { inputClass } from "../../ui/field.tsx";
import rowStyles from "../../ui/record-rows.module.css";
import { RecordRows } from "../../ui/record-rows.tsx";
import type { ConfigFieldProps } from "./config-field.tsx";
import styles from "./config-form.module.css";

interface Rule {
  readonly pattern: string;
  readonly action: string;
}

function rulesOf(value: unknown): readonly Rule[] | null {
  if (!Array.isArray(value)) return null;
  return value.map((each: unknown) => {
    const { pattern, action } = isRecord(each) ? each : {};
    return {
      pattern: typeof pattern === "string" ? pattern : "",
      action: typeof action === "string" ? action : "ask",
    };
  });
}

/** A row per tool, with its patterns below. */
export function PermissionsField({ value, onChange, error }: ConfigFieldProps) {
  return (
    <RecordRows<unknown>
      noun="tool"
      newName="bash"
      newValue="ask"
      value={isRecord(value) ? value : {}}
      onChange={onChange}
      error={error}
      details={(tool, permission, set) => {
        const rules = rulesOf(permission);
        return rules !== null && <Patterns tool={tool} rules={rules} onChange={set} />;
      }}
    >
      {(tool, permission, set) => (
        <ActionSelect
          label={`Permission of ${tool}`}
          value={Array.isArray(permission) ? "patterns" : String(permission)}
          onChange={(next) => set(next === "patterns" ? [{ pattern: "*", action: "ask" }] : next)}
        >
          <option value="patterns">By pattern</option>
        </ActionSelect>
      )}
    </RecordRows>
  );
}

interface PatternsProps {
  readonly tool: string;
  readonly rules: readonly Rule[];
  readonly onChange: (rules: readonly Rule[]) => void;
}

function Patterns({ tool, rules, onChange }: PatternsProps) {
  const replace = (at: number, rule: Rule) => onChange(rules.with(at, rule));
  return (
    <div className={styles.details}>
      {rules.map((rule, index) => (
        <div key={index} className={rowStyles.entry}>
          <input
            className={inputClass}
            aria-label={`Pattern ${index + 1} of ${tool}`}
            spellCheck={false}
            value={rule.pattern}
            onChange={({ target }) => replace(index, { ...rule, pattern: target.value })}
          />
          <ActionSelect
            label={`Permission of pattern ${index + 1} of ${tool}`}
            value={rule.action}
            onChange={(action) => replace(index, { ...rule, action })}
          />
          <IconButton
            label={`Remove pattern ${index + 1} of ${tool}`}
            icon={<Trash2 />}
            onClick={() => onChange(rules.filter((_, each) => each !== index))}
          />
        </div>
      ))}
      <p className="hint">The last matching pattern applies.</p>
      <Button
        size="small"
        icon={<Plus />}
        onClick={() => onChange([...rules, { pattern: "", action: "allow" }])}
      >
        Add pattern
      </Button>
    </div>
  );
}

interface ActionSelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children?: ReactNode;
}

function ActionSelect({ label, value, onChange, children }: ActionSelectProps) {
  return (
    <select
      className={inputClass}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="allow">Allow</option>
      <option value="ask">Ask</option>
      <option value="deny">Deny</option>
      {children}
    </select>
  );
}
