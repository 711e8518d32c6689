import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  rewindPlanQuery,
  useRewind,
  type Restore,
  type Rewound,
  type RewindTarget,
} from "../../api/rewind.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { ToggleGroup } from "../../ui/toggle-group.tsx";
import { announceRewind } from "./announce-rewind.ts";
import { rewoundParts } from "./describe-rewind.ts";
import { RewindPlan } from "./rewind-plan.tsx";

interface RewindDialogProps {
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly target: RewindTarget;
  readonly title: string;
  /** Says on the button what is done with the files and the conversation. Default "Rewind". */
  readonly verb?: string;
  /** Confirms it. Default "Rewound". */
  readonly done?: string;
  /** Whether the confirmation has a button that undoes it. Default false, for where the transcript has one. */
  readonly offersUndo?: boolean;
  /** The first is the default. */
  readonly choices: readonly [Restore, ...Restore[]];
  /** What happens, for each choice. */
  readonly notes: Readonly<Partial<Record<Restore, string>>>;
  readonly onClose: () => void;
  readonly onDone?: (rewound: Rewound) => void;
}

const LABELS = {
  both: "Files and conversation",
  files: "Files only",
  transcript: "Conversation only",
} as const satisfies Record<Restore, string>;

/** Shows what a rewind would change before it is done. */
export function RewindDialog(props: RewindDialogProps) {
  const { workspaceId, sessionId, target, title, verb = "Rewind", done = "Rewound" } = props;
  const { offersUndo = false, choices, notes, onClose, onDone } = props;
  const [restore, setRestore] = useState(choices[0]);
  const [isForced, setForced] = useState(false);
  const query = useQuery(rewindPlanQuery(workspaceId, sessionId, target, restore));
  const rewind = useRewind(workspaceId, sessionId);
  const plan = query.data;
  const parts = plan === undefined ? [] : rewoundParts(restore, plan);
  const isAllowed = plan === undefined || plan.counts.conflicts === 0 || isForced;
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      action={parts.length === 0 ? verb : `${verb} ${parts.join(" and ")}`}
      isReady={parts.length > 0 && isAllowed}
      isBusy={rewind.isPending}
      error={rewind.error}
      onSubmit={() =>
        rewind.mutate(
          { target, restore, force: isForced },
          {
            onSuccess: (rewound) => {
              onClose();
              announceRewind(done, { workspaceId, sessionId, restore, rewound }, offersUndo);
              onDone?.(rewound);
            },
          },
        )
      }
    >
      {choices.length > 1 && (
        <ToggleGroup
          label="What to rewind"
          value={restore}
          onChange={(next) => {
            setRestore(next);
            if (rewind.isError) rewind.reset();
          }}
          options={choices.map((choice) => ({ value: choice, label: LABELS[choice] }))}
        />
      )}
      <p>{notes[restore]}</p>
      <QueryView query={query} rows={2}>
        {(known) => (
          <>
            {restore !== "transcript" && <RewindPlan plan={known} isForced={isForced} onForce={setForced} />}
            {!canBeUndone(restore, known) && <p className="hint">This rewind cannot be undone.</p>}
          </>
        )}
      </QueryView>
    </FormDialog>
  );
}

/** A rewind that restores files takes a snapshot first, to which an undo returns. */
function canBeUndone(restore: Restore, { counts, unchanged }: Rewound): boolean {
  return restore !== "transcript" && counts.restored + counts.removed + unchanged > 0;
}
