import { fieldError, nameError } from "../../api/describe-error.ts";
import type { LibraryKind } from "../../api/library.ts";
import { Field } from "../../ui/field.tsx";
import { KIND_TEXTS } from "../kinds.ts";
import type { FieldsProps } from "./item-form.tsx";

interface Named {
  readonly name: string;
  readonly description: string;
}

/** The fields that all kinds of items have. */
export function NameFields<Draft extends Named>(props: FieldsProps<Draft> & { readonly kind: LibraryKind }) {
  const { draft, onChange, error, isNew, kind } = props;
  const isSkill = kind === "skills";
  return (
    <>
      <Field
        label="Name"
        value={draft.name}
        onChange={(name) => onChange({ ...draft, name })}
        maxLength={isSkill ? 64 : 128}
        hint={isSkill && "Lowercase letters, digits, and hyphens."}
        error={nameError(error, KIND_TEXTS[kind].one)}
        autoComplete="off"
        autoFocus={isNew}
      />
      <Field
        label="Description"
        value={draft.description}
        onChange={(description) => onChange({ ...draft, description })}
        maxLength={isSkill ? 1024 : 4096}
        hint={
          isSkill && "What the skill does and when to use it. The agent selects skills by their description."
        }
        error={fieldError(error, "#/description")}
        autoComplete="off"
      />
    </>
  );
}
