import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { isProblem } from "../../api/describe-error.ts";
import { useCreateItem, type LibraryKind } from "../../api/library.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { capitalOf, WORDS } from "../kinds.ts";
import { promptForm } from "../prompts/prompt-form.ts";
import { newItemRoute } from "../routes.ts";
import { newSkillForm } from "../skills/new-skill-form.ts";
import { templateForm } from "../templates/template-form.ts";
import { LibraryTrail } from "../trail.tsx";
import type { ItemForm } from "./item-form.ts";
import styles from "./item.module.css";
import { LeaveGuard } from "./leave-guard.tsx";

export function NewItemScreen() {
  const { kind } = newItemRoute.useParams();
  return (
    <Page
      title={`New ${WORDS[kind].one}`}
      trail={<LibraryTrail kind={kind} />}
      description={WORDS[kind].what}
    >
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
  const { one } = WORDS[kind];
  const fault = form.faultOf(draft);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(form.draftOf(null));
  const submit = () => {
    if (fault !== null || create.isPending) return;
    create.mutate(form.bodyOf(draft), {
      onSuccess: ({ item }) => {
        showToast(`${capitalOf(kind)} created`, item.name);
        void navigate({ to: "/library/$kind/$ref", params: { kind, ref: item.id }, replace: true });
      },
    });
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <form.Fields draft={draft} onChange={setDraft} error={create.error} isNew />
      {create.isError && !isProblem(create.error, "name_taken") && (
        <ErrorNotice error={create.error} isTold={(pointer) => form.told.includes(pointer)} />
      )}
      <div className={styles.bar}>
        <span className={styles.state} role="status">
          {isChanged ? fault : null}
        </span>
        <Button onClick={() => void navigate({ to: "/library/$kind", params: { kind } })}>Cancel</Button>
        <Button type="submit" kind="primary" isBusy={create.isPending} disabled={fault !== null}>
          Create {one}
        </Button>
      </div>
      <LeaveGuard isNeeded={isChanged && !create.isPending && !create.isSuccess} />
    </form>
  );
}
