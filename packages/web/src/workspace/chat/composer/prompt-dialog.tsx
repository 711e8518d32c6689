import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { promptsQuery } from "../../../api/library.ts";
import { FieldGroup, TextArea } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { PagedView } from "../../../ui/query-view.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import type { DraftPrompt } from "./drafts.ts";
import styles from "./prompt-dialog.module.css";

interface PromptDialogProps {
  /** The name of the prompt that is selected at first. Default: the first one. */
  readonly initial?: string | null;
  readonly onClose: () => void;
  readonly onChoose: (prompt: DraftPrompt) => void;
}

/** Selects a prompt of the library and fills in its arguments. */
export function PromptDialog({ initial = null, onClose, onChoose }: PromptDialogProps) {
  const [search, setSearch] = useState(initial ?? "");
  const list = useInfiniteQuery(promptsQuery(search));
  const [name, setName] = useState(initial);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const loaded = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const chosen = loaded.find((prompt) => prompt.name === name) ?? loaded[0];
  const valueOf = (argument: string) => values[argument] ?? "";
  const submit = () => {
    if (chosen === undefined) return;
    const given = Object.fromEntries(chosen.arguments.map((each) => [each, valueOf(each)]));
    onChoose({ name: chosen.name, arguments: given });
  };
  const empty =
    search === "" ? (
      <p>
        There are no prompts yet. Create one in the{" "}
        <Link to="/library/$kind" params={{ kind: "prompts" }}>
          library
        </Link>
        .
      </p>
    ) : (
      <p>No matching prompts.</p>
    );
  return (
    <FormDialog
      onClose={onClose}
      title="Use prompt"
      action="Use prompt"
      onSubmit={submit}
      isReady={chosen?.arguments.every((each) => valueOf(each) !== "") === true}
    >
      {/* Enter in the search must not submit. */}
      <div className={styles.search} onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}>
        <SearchField label="Search prompts" value={search} onChange={setSearch} />
      </div>
      <FieldGroup label="Prompt">
        <div className={styles.choices}>
          <PagedView query={list} rows={2} empty={empty}>
            {(prompts) =>
              prompts.map((prompt) => (
                <label key={prompt.name} className="nav-entry" aria-current={prompt === chosen || undefined}>
                  <input
                    type="radio"
                    name="prompt"
                    checked={prompt === chosen}
                    onChange={() => setName(prompt.name)}
                  />
                  <span>
                    {prompt.name}
                    {prompt.description !== "" && (
                      <span className={styles.description}>{prompt.description}</span>
                    )}
                  </span>
                </label>
              ))
            }
          </PagedView>
        </div>
      </FieldGroup>
      {chosen?.arguments.map((each) => (
        <TextArea
          key={each}
          label={each}
          rows={2}
          value={valueOf(each)}
          onChange={(value) => setValues({ ...values, [each]: value })}
        />
      ))}
    </FormDialog>
  );
}
