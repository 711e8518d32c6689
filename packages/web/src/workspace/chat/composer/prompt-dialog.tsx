import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { promptChoicesQuery } from "../../../api/stored-prompts.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorNotice } from "../../../ui/error-notice.tsx";
import { FieldGroup, TextArea } from "../../../ui/field.tsx";
import { MoreRows } from "../../../ui/more-rows.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { SkeletonRows } from "../../../ui/spinner.tsx";
import type { DraftPrompt } from "./drafts.ts";
import styles from "./prompt-dialog.module.css";

interface PromptDialogProps {
  readonly onClose: () => void;
  readonly onChoose: (prompt: DraftPrompt) => void;
}

/** Chooses a stored prompt and fills in its arguments. */
export function PromptDialog({ onClose, onChoose }: PromptDialogProps) {
  const [search, setSearch] = useState("");
  const list = useInfiniteQuery(promptChoicesQuery(search));
  const [name, setName] = useState<string | null>(null);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const prompts = list.data?.pages.flatMap(({ choices }) => choices) ?? [];
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
      {(prompts.length > 0 || search !== "") && (
        // Enter here looks for prompts, and uses none.
        <div className={styles.search} onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}>
          <SearchField label="Search prompts" value={search} onChange={setSearch} />
        </div>
      )}
      {list.isPending && <SkeletonRows count={2} />}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && chosen === undefined && search !== "" && <p>No prompt fits.</p>}
      {list.isSuccess && chosen === undefined && search === "" && (
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
          <FieldGroup label="Prompt">
            <div className={styles.choices}>
              {prompts.map((prompt) => (
                <label key={prompt.name} className={styles.choice}>
                  <input
                    type="radio"
                    name="prompt"
                    checked={prompt === chosen}
                    onChange={() => setName(prompt.name)}
                  />
                  <span>
                    {prompt.name}
                    {prompt.description !== "" && <span className={styles.about}>{prompt.description}</span>}
                  </span>
                </label>
              ))}
              <MoreRows list={list} />
            </div>
          </FieldGroup>
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
