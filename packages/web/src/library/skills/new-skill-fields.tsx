import { Link } from "@tanstack/react-router";
import { isProblem } from "../../api/describe-error.ts";
import { Field, TextArea } from "../../ui/field.tsx";
import { Notice } from "../../ui/error-notice.tsx";
import type { FieldsProps } from "../item/item-form.ts";
import styles from "../item/item.module.css";
import type { NewSkillDraft } from "./new-skill-form.ts";

export function NewSkillFields({ draft, onChange, error }: FieldsProps<NewSkillDraft>) {
  return (
    <div className={styles.fields}>
      <Notice>
        <p>
          This makes a skill of a SKILL.md alone. A folder with more files comes as an archive:{" "}
          <Link to="/library/$kind/import" params={{ kind: "skills" }}>
            import skills
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
        hint="Small letters, digits and hyphens."
        error={isProblem(error, "name_taken") ? "Another skill has this name." : null}
        autoComplete="off"
        autoFocus
      />
      <TextArea
        label="Description"
        value={draft.description}
        onChange={(description) => onChange({ ...draft, description })}
        maxLength={1024}
        rows={2}
        hint="What it does and when to use it: the agent chooses by this."
      />
      <TextArea
        label="Instructions"
        value={draft.instructions}
        onChange={(instructions) => onChange({ ...draft, instructions })}
        rows={12}
        hint="Markdown."
        spellCheck={false}
        className={styles.content}
      />
    </div>
  );
}
