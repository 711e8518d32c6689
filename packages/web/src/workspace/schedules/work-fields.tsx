import { BookText, X } from "lucide-react";
import { useState } from "react";
import { fieldError } from "../../api/describe-error.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Field, TextArea } from "../../ui/field.tsx";
import { PromptDialog } from "../chat/composer/prompt-dialog.tsx";
import type { FieldsProps } from "./schedule-form.tsx";
import styles from "./schedules.module.css";

/** What the schedule gives the agent to do: a message, a prompt, or both. */
export function WorkFields({ draft, onChange, error }: FieldsProps) {
  const [isChoosing, setChoosing] = useState(false);
  const { name, message, prompt } = draft;
  return (
    <>
      <Field
        label="Name"
        value={name}
        onChange={(next) => onChange({ ...draft, name: next })}
        maxLength={128}
        placeholder="nightly tests"
        error={fieldError(error, "#/name")}
        autoComplete="off"
      />
      <TextArea
        label={prompt === null ? "Message to the agent" : "Additional instructions"}
        value={message}
        onChange={(next) => onChange({ ...draft, message: next })}
        rows={5}
        placeholder="Run the tests and fix what fails."
        error={fieldError(error, "#/turn/message")}
      />
      <div className="cluster">
        {prompt !== null && (
          <span className={styles.chip}>
            <BookText aria-hidden />
            <span className="clipped">{prompt.name}</span>
            <IconButton
              label={`Remove ${prompt.name}`}
              icon={<X />}
              onClick={() => onChange({ ...draft, prompt: null })}
            />
          </span>
        )}
        <Button size="small" icon={<BookText />} onClick={() => setChoosing(true)}>
          {prompt === null ? "Use prompt…" : "Change prompt…"}
        </Button>
      </div>
      {isChoosing && (
        <PromptDialog
          onClose={() => setChoosing(false)}
          onChoose={(chosen) => {
            onChange({ ...draft, prompt: chosen });
            setChoosing(false);
          }}
        />
      )}
    </>
  );
}
