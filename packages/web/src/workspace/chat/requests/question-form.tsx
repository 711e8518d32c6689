import type { Schemas } from "@workspace-agent/client";
import { useState, type SyntheticEvent } from "react";
import { fieldError } from "../../../api/describe-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, FieldGroup } from "../../../ui/field.tsx";
import { visibleText } from "../text/visible-text.ts";
import { emptyAnswer, givenAnswers, isAnswered, toggled, type AnswerDraft } from "./answers.ts";
import styles from "./requests.module.css";

type Question = Schemas["Question"];

interface QuestionFormProps {
  readonly questions: readonly Question[];
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onAnswer: (answers: Record<string, string | string[]>) => void;
}

/** One to four questions with options and a free text. */
export function QuestionForm({ questions, isBusy, error, onAnswer }: QuestionFormProps) {
  const [drafts, setDrafts] = useState<readonly AnswerDraft[]>(questions.map(() => emptyAnswer));
  const change = (index: number, draft: AnswerDraft) => setDrafts(drafts.with(index, draft));
  const isReady = questions.every((question, index) => isAnswered(question, drafts[index] ?? emptyAnswer));
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isReady && !isBusy) onAnswer(givenAnswers(questions, drafts));
  };
  return (
    <form className="stack" onSubmit={submit}>
      {questions.map((question, index) => (
        <QuestionFields
          key={question.question}
          question={question}
          draft={drafts[index] ?? emptyAnswer}
          error={fieldError(error, `#/answers/${index}`)}
          onChange={(draft) => change(index, draft)}
        />
      ))}
      <div className="cluster">
        <Button type="submit" kind="primary" isBusy={isBusy} disabled={!isReady}>
          Answer
        </Button>
      </div>
    </form>
  );
}

interface QuestionFieldsProps {
  readonly question: Question;
  readonly draft: AnswerDraft;
  readonly error: string | null;
  readonly onChange: (draft: AnswerDraft) => void;
}

function QuestionFields({ question, draft, error, onChange }: QuestionFieldsProps) {
  const { options = [], multiple = false, header } = question;
  const label = visibleText(question.question);
  if (options.length === 0)
    return (
      <Field
        label={label}
        value={draft.text}
        error={error}
        onChange={(text) => onChange({ ...draft, text })}
      />
    );
  return (
    <FieldGroup label={header === undefined ? label : `${visibleText(header)}: ${label}`}>
      {options.map(({ label: option, description }) => (
        <label key={option} className={styles.option}>
          <input
            type={multiple ? "checkbox" : "radio"}
            name={question.question}
            checked={draft.chosen.includes(option)}
            onChange={() => onChange(toggled(question, draft, option))}
          />
          <span>
            {visibleText(option)}
            {description !== undefined && <span className={styles.hint}> {visibleText(description)}</span>}
          </span>
        </label>
      ))}
      <Field
        label={multiple ? "Other (in addition)" : "Other"}
        value={draft.text}
        error={error}
        onChange={(text) => onChange({ ...draft, text, ...(!multiple && text !== "" && { chosen: [] }) })}
      />
    </FieldGroup>
  );
}
