import { useQuery } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useState } from "react";
import { fileSearchQuery } from "../../../api/files.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkboxes } from "../../../ui/checkboxes.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { FieldGroup } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { QueryView } from "../../../ui/query-view.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { pickedFiles } from "../../files/dropped-files.ts";
import styles from "./prompt-dialog.module.css";

interface AttachDialogProps {
  readonly workspaceId: string;
  readonly onClose: () => void;
  readonly onAttach: (paths: readonly string[]) => void;
  /** Called with files of the device. */
  readonly onPick: (files: readonly File[]) => void;
}

/** Selects files of the workspace. */
export function AttachDialog({ workspaceId, onClose, onAttach, onPick }: AttachDialogProps) {
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const found = useQuery(fileSearchQuery(workspaceId, search));
  return (
    <FormDialog
      onClose={onClose}
      title="Attach files"
      action="Attach"
      onSubmit={() => onAttach(chosen)}
      isReady={chosen.length > 0}
    >
      {/* Enter in the search must not submit. */}
      <div className={styles.search} onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}>
        <SearchField label="Search files of the workspace" value={search} onChange={setSearch} />
      </div>
      <QueryView query={found} rows={2}>
        {({ paths, truncated }) => (
          <FieldGroup label="Files">
            <div className={classNames(styles.choices, styles.files)}>
              <Checkboxes
                choices={[...new Set([...chosen, ...paths])].map((path) => ({
                  value: path,
                  label: <bdi>{path}</bdi>,
                }))}
                chosen={chosen}
                onChange={setChosen}
              />
              {paths.length === 0 && (
                <p className="hint">{search === "" ? "No files here." : "No matching files."}</p>
              )}
            </div>
            <p className="hint">
              {truncated ? "Not all files are shown. " : ""}
              {search === "" ? "Search to find files in folders." : ""}
            </p>
          </FieldGroup>
        )}
      </QueryView>
      <div>
        <Button
          icon={<Upload />}
          onClick={() => void pickedFiles("files").then((picked) => onPick(picked.map(({ file }) => file)))}
        >
          Upload files…
        </Button>
      </div>
    </FormDialog>
  );
}
