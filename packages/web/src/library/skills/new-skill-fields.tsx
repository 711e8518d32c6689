import { Link } from "@tanstack/react-router";
import { nameError } from "../../api/describe-error.ts";
import { Field, TextArea } from "../../ui/field.tsx";
import { Notice } from "../../ui/error-notice.tsx";
import type { FieldsProps } from "../item/item-form.tsx";
import styles from "../item/item.module.css";
import type { NewSkillDraft } from "./new-skill-form.ts";

export function NewSkillFields({ draft, onChange, error }: FieldsProps<NewSkillDraft>) {
  return (
    <div className="stack">
      <Notice>
        <p>
          This creates a skill with only a SKILL.md. For a skill with more files,{" "}
          <Link to="/library/$kind/import" params={{ kind: "skills" }}>
            import an archive
          </Link>
          .
        </p>
      </Notice>
      <Field
        label="Name"
        value={draft.name}
        onChange={(name) => onChange({ ...draft, name })}
        maxLength={64}
        placeholder="word-count"
        hint="Lowercase letters, digits, and hyphens."
        error={nameError(error, "skill")}
        autoComplete="off"
        autoFocus
      />
      <TextArea
        label="Description"
        value={draft.description}
        onChange={(description) => onChange({ ...draft, description })}
        maxLength={1024}
        rows={2}
        hint="What the skill does and when to use it. The agent selects skills by their description."
      />
      <TextArea
        label="Instructions"
        value={draft.instructions}
        onChange={(instructions) => onChange({ ...draft, instructions })}
        rows={12}
        hint="Markdown"
        spellCheck={false}
        className={styles.content}
      />
    </div>
  );
}
