import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useCreateItem, type LibraryKind } from "../../api/library.ts";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { capitalized, KIND_TEXTS } from "../kinds.ts";
import { promptForm } from "../prompts/prompt-form.ts";
import { newItemRoute } from "../routes.ts";
import { newSkillForm } from "../skills/new-skill-form.ts";
import { templateForm } from "../templates/template-form.ts";
import { LibraryTrail } from "../trail.tsx";
import { ItemFormFrame, type ItemForm } from "./item-form.tsx";

export function NewItemScreen() {
  const { kind } = newItemRoute.useParams();
  const { one, description } = KIND_TEXTS[kind];
  return (
    <Page title={`New ${one}`} trail={<LibraryTrail kind={kind} />} description={description}>
      {kind === "prompts" ? (
        <NewItem key={kind} kind={kind} form={promptForm} />
      ) : kind === "templates" ? (
        <NewItem key={kind} kind={kind} form={templateForm} />
      ) : (
        <NewItem key={kind} kind={kind} form={newSkillForm} />
      )}
    </Page>
  );
}

interface NewItemProps<Draft> {
  readonly kind: LibraryKind;
  readonly form: ItemForm<Draft>;
}

function NewItem<Draft>({ kind, form }: NewItemProps<Draft>) {
  const [draft, setDraft] = useState(() => form.draftOf(null));
  const create = useCreateItem(kind);
  const navigate = useNavigate();
  const problem = form.problemOf(draft);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(form.draftOf(null));
  const submit = () =>
    create.mutate(form.bodyOf(draft), {
      onSuccess: ({ item }) => {
        showToast(`${capitalized(kind)} created`, item.name);
        void navigate({ to: "/library/$kind/$ref", params: { kind, ref: item.id }, replace: true });
      },
    });
  return (
    <ItemFormFrame
      form={form}
      draft={draft}
      onChange={setDraft}
      error={create.error}
      isNew
      status={isChanged ? problem : null}
      cancel={{
        label: "Cancel",
        onClick: () => void navigate({ to: "/library/$kind", params: { kind } }),
      }}
      action={`Create ${KIND_TEXTS[kind].one}`}
      onSubmit={submit}
      isReady={problem === null}
      isBusy={create.isPending}
      isDirty={isChanged && !create.isPending && !create.isSuccess}
    />
  );
}
