import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../../ui/button.tsx";
import { inputClass } from "../../ui/field.tsx";
import type { ConfigFieldProps } from "./config-field.tsx";
import styles from "./config-form.module.css";
import { isRecord, type ConfigObject } from "../../api/parse-config.ts";
import { freeName, renamed, without } from "./entries.ts";
import { NameInput } from "./name-input.tsx";

const ACTIONS = [
  { value: "allow", label: "Allow" },
  { value: "ask", label: "Ask" },
  { value: "deny", label: "Deny" },
] as const;

interface Rule {
  readonly pattern: string;
  readonly action: string;
}

function rulesOf(value: unknown): readonly Rule[] | null {
  if (!Array.isArray(value)) return null;
  return value.map((each: unknown) => {
    const rule: ConfigObject = isRecord(each) ? each : {};
    const { pattern, action } = rule;
    return {
      pattern: typeof pattern === "string" ? pattern : "",
      action: typeof action === "string" ? action : "ask",
    };
  });
}

/** A row per tool, with its patterns below. */
export function PermissionsField({ value, onChange, error }: ConfigFieldProps) {
  const record = isRecord(value) ? value : {};
  const set = (tool: string, next: unknown) => onChange({ ...record, [tool]: next });
  return (
    <div className={styles.rows}>
      {Object.entries(record).map(([tool, permission], index) => {
        const rules = rulesOf(permission);
        return (
          <div key={index} className={styles.tool}>
            <div className={styles.entry}>
              <NameInput
                label={`Tool ${index + 1}`}
                value={tool}
                onChange={(name) => onChange(renamed(record, tool, name))}
              />
              <select
                className={inputClass}
                aria-label={`Permission of ${tool}`}
                value={rules === null ? String(permission) : "patterns"}
                onChange={({ target }) =>
                  set(tool, target.value === "patterns" ? [{ pattern: "*", action: "ask" }] : target.value)
                }
              >
                <Actions />
                <option value="patterns">By pattern</option>
              </select>
              <IconButton
                label={`Remove ${tool}`}
                icon={<Trash2 />}
                onClick={() => onChange(without(record, tool))}
              />
            </div>
            {rules !== null && <Patterns tool={tool} rules={rules} onChange={(next) => set(tool, next)} />}
          </div>
        );
      })}
      {error !== null && <p className={styles.error}>{error}</p>}
      <Button
        size="small"
        icon={<Plus />}
        onClick={() => onChange({ ...record, [freeName(Object.keys(record), "bash")]: "ask" })}
      >
        Add tool
      </Button>
    </div>
  );
}

interface PatternsProps {
  readonly tool: string;
  readonly rules: readonly Rule[];
  readonly onChange: (rules: readonly Rule[]) => void;
}

function Patterns({ tool, rules, onChange }: PatternsProps) {
  const replace = (at: number, rule: Rule) =>
    onChange(rules.map((each, index) => (index === at ? rule : each)));
  return (
    <div className={styles.patterns}>
      {rules.map((rule, index) => (
        <div key={index} className={styles.entry}>
          <input
            className={inputClass}
            aria-label={`Pattern ${index + 1} of ${tool}`}
            spellCheck={false}
            value={rule.pattern}
            onChange={({ target }) => replace(index, { ...rule, pattern: target.value })}
          />
          <select
            className={inputClass}
            aria-label={`Permission of pattern ${index + 1} of ${tool}`}
            value={rule.action}
            onChange={({ target }) => replace(index, { ...rule, action: target.value })}
          >
            <Actions />
          </select>
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

function Actions() {
  return ACTIONS.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
