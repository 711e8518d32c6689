import { FolderUp } from "lucide-react";
import { useRef, useState } from "react";
import { isProblem } from "../../api/describe-error.ts";
import { useReplaceItem, type SkillArchive, type Versioned } from "../../api/library.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorNotice, Notice } from "../../ui/error-notice.tsx";
import { showToast } from "../../ui/toast.tsx";
import { readFile } from "../import/read-file.ts";
import { ImportRefusal } from "../import/refusal.ts";
import { RefusalNotice } from "../import/refusal-notice.tsx";

/** Puts the folder of an archive in the place of the skill's; the version before is kept. */
export function ReplaceSkill({ found }: { readonly found: Versioned }) {
  const [chosen, setChosen] = useState<(SkillArchive & { readonly name: string }) | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<ImportRefusal | null>(null);
  const [base, setBase] = useState(found);
  const input = useRef<HTMLInputElement>(null);
  const replace = useReplaceItem("skills", found.item.id);
  const isOutdated = isProblem(replace.error, "precondition_failed");
  const close = () => {
    setOpen(false);
    setChosen(null);
    setRefusal(null);
    replace.reset();
  };
  const choose = async (file: File) => {
    setBase(found);
    setRefusal(null);
    replace.reset();
    try {
      const source = await readFile("skills", file);
      if (source.form !== "archive")
        throw new ImportRefusal(`${file.name} is no archive.`, "Pack the skill’s folder as .zip or .tar.gz.");
      setChosen({ archive: source.archive, type: source.type, name: file.name });
    } catch (error) {
      if (!ImportRefusal.isInstance(error)) throw error;
      setChosen(null);
      setRefusal(error);
    }
    setOpen(true);
  };
  const send = () => {
    if (chosen === null || replace.isPending) return;
    const { archive, type } = chosen;
    replace.mutate(
      { body: { archive, type }, etag: isOutdated ? "*" : base.etag },
      {
        onSuccess: ({ item }) => {
          showToast(
            item.version === base.item.version ? "Nothing had changed" : "Skill replaced",
            `${item.name}, version ${item.version}`,
          );
          close();
        },
      },
    );
  };
  return (
    <>
      <Button icon={<FolderUp />} onClick={() => input.current?.click()}>
        Replace by archive …
      </Button>
      <input
        ref={input}
        type="file"
        accept=".zip,.tar.gz,.tgz,.gz"
        aria-label="Archive of the skill"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) void choose(file);
          event.target.value = "";
        }}
      />
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={`Replace ${found.item.name}?`}
        onSubmit={send}
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" kind="primary" isBusy={replace.isPending} disabled={chosen === null}>
              {isOutdated ? "Replace theirs too" : "Replace skill"}
            </Button>
          </>
        }
      >
        {refusal !== null && <RefusalNotice refusal={refusal} />}
        {chosen !== null && (
          <p>
            All files of the skill are replaced by those of <strong>{chosen.name}</strong>. The version before
            is kept, and you can go back to it.
          </p>
        )}
        {isOutdated ? (
          <Notice kind="warn">
            <p role="alert">
              Somebody saved another version of this skill since you opened it. Cancel to look at it, or
              replace it too.
            </p>
          </Notice>
        ) : (
          replace.isError && <ErrorNotice error={replace.error} />
        )}
      </Dialog>
    </>
  );
}
