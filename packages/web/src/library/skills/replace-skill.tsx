import { FolderUp } from "lucide-react";
import { useRef, useState } from "react";
import { isProblem } from "../../api/describe-error.ts";
import { useReplaceItem, type SkillArchive, type VersionedItem } from "../../api/library.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/error-notice.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { readFile } from "../import/read-file.ts";
import { ImportRefusal } from "../import/refusal.ts";
import { RefusalNotice } from "../import/refusal-notice.tsx";

/** Replaces the files of a skill with those of an archive, as a new version. */
export function ReplaceSkill({ found }: { readonly found: VersionedItem }) {
  const [chosen, setChosen] = useState<(SkillArchive & { readonly name: string }) | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<ImportRefusal | null>(null);
  const [base, setBase] = useState(found);
  const input = useRef<HTMLInputElement>(null);
  const replace = useReplaceItem("skills", found.item.id);
  const isConflict = isProblem(replace.error, "precondition_failed");
  const choose = async (file: File) => {
    setBase(found);
    setChosen(null);
    setRefusal(null);
    replace.reset();
    try {
      const source = await readFile("skills", file);
      if (source.form !== "archive")
        throw new ImportRefusal(
          `${file.name} is not an archive.`,
          "Pack the skill’s folder as .zip or .tar.gz.",
        );
      setChosen({ archive: source.archive, type: source.type, name: file.name });
    } catch (error) {
      if (!ImportRefusal.isInstance(error)) throw error;
      setRefusal(error);
    }
    setOpen(true);
  };
  const send = () => {
    if (chosen === null) return;
    const { archive, type } = chosen;
    replace.mutate(
      { body: { archive, type }, etag: isConflict ? "*" : base.etag },
      {
        onSuccess: ({ item }) => {
          showToast(
            item.version === base.item.version ? "No changes" : "Skill replaced",
            `${item.name}, version ${item.version}`,
          );
          setOpen(false);
        },
      },
    );
  };
  return (
    <>
      <Button icon={<FolderUp />} onClick={() => input.current?.click()}>
        Replace with archive…
      </Button>
      <FileInput
        ref={input}
        accept=".zip,.tar.gz,.tgz,.gz"
        aria-label="Archive of the skill"
        onFiles={([file]) => {
          if (file !== undefined) void choose(file);
        }}
      />
      {isOpen && (
        <FormDialog
          onClose={() => setOpen(false)}
          title={`Replace ${found.item.name}?`}
          action={isConflict ? "Replace anyway" : "Replace skill"}
          onSubmit={send}
          isReady={chosen !== null}
          isBusy={replace.isPending}
          error={isConflict ? null : replace.error}
        >
          {refusal !== null && <RefusalNotice refusal={refusal} />}
          {chosen !== null && (
            <p>
              This replaces all files of the skill with those of <strong>{chosen.name}</strong>. You can go
              back to the previous version.
            </p>
          )}
          {isConflict && (
            <Notice kind="warn">
              <p role="alert">Somebody saved another version of this skill since you opened it.</p>
            </Notice>
          )}
        </FormDialog>
      )}
    </>
  );
}
