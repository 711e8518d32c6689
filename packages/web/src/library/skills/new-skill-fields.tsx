import { Link } from "@tanstack/react-router";
import { TextArea } from "../../ui/field.tsx";
import { Notice } from "../../ui/error-notice.tsx";
import type { FieldsProps } from "../item/item-form.tsx";
import styles from "../item/item.module.css";
import { NameFields } from "../item/name-fields.tsx";
import type { NewSkillDraft } from "./new-skill-form.ts";

export function NewSkillFields(props: FieldsProps<NewSkillDraft>) {
  const { draft, onChange } = props;
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
      <NameFields {...props} kind="skills" />
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
