import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { promptChoicesQuery } from "../../../api/stored-prompts.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorNotice } from "../../../ui/error-notice.tsx";
import { Select, TextArea } from "../../../ui/field.tsx";
import { SkeletonRows } from "../../../ui/spinner.tsx";
import type { DraftPrompt } from "./drafts.ts";

interface PromptDialogProps {
  readonly onClose: () => void;
  readonly onChoose: (prompt: DraftPrompt) => void;
}

/** Chooses a stored prompt and fills in its arguments. */
export function PromptDialog({ onClose, onChoose }: PromptDialogProps) {
  const list = useQuery(promptChoicesQuery);
  const [name, setName] = useState<string | null>(null);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const prompts = list.data ?? [];
  const chosen = prompts.find((prompt) => prompt.name === name) ?? prompts[0];
  const isReady = chosen?.arguments.every((each) => (values[each] ?? "") !== "") === true;
  const submit = () => {
    if (chosen === undefined || !isReady) return;
    const given = Object.fromEntries(chosen.arguments.map((each) => [each, values[each] ?? ""]));
    onChoose({ name: chosen.name, arguments: given });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Use a stored prompt"
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={!isReady}>
            Use prompt
          </Button>
        </>
      }
    >
      {list.isPending && <SkeletonRows count={2} />}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && chosen === undefined && (
        <p>
          There is no stored prompt yet. Make one in the{" "}
          <Link to="/library/$kind" params={{ kind: "prompts" }}>
            library
          </Link>
          .
        </p>
      )}
      {chosen !== undefined && (
        <>
          <Select
            label="Prompt"
            hint={chosen.description}
            value={chosen.name}
            onChange={setName}
            options={prompts.map((prompt) => ({ value: prompt.name, label: prompt.name }))}
          />
          {chosen.arguments.map((each) => (
            <TextArea
              key={each}
              label={each}
              rows={2}
              value={values[each] ?? ""}
              onChange={(value) => setValues({ ...values, [each]: value })}
            />
          ))}
        </>
      )}
    </Dialog>
  );
}
