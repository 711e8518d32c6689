import { describeError } from "../../api/describe-error.ts";
import { rewindSession, type Restore, type Rewound } from "../../api/rewind.ts";
import { showToast } from "../../ui/toast.tsx";
import { rewoundParts } from "./describe-rewind.ts";

interface Done {
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly restore: Restore;
  readonly rewound: Rewound;
}

/** `3 files and the conversation`. */
function describe({ restore, rewound }: Pick<Done, "restore" | "rewound">): string {
  const [first = "Nothing changed", ...others] = rewoundParts(restore, rewound);
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(" and ");
}

/** What the undo of a rewind restores. */
export const undoOf = (throughSeq: number | null): Restore => (throughSeq === null ? "files" : "both");

/** Confirms a rewind. */
export function announceRewind(title: string, done: Done, offersUndo: boolean): void {
  const { safety_snapshot_id: safety } = done.rewound;
  const action =
    offersUndo && safety !== null ? { label: "Undo", run: () => void undo(done, safety) } : undefined;
  showToast(title, describe(done), action);
}

async function undo({ workspaceId, sessionId, rewound }: Done, safety: string): Promise<void> {
  const restore = undoOf(rewound.through_seq);
  try {
    const target = { to_snapshot: safety };
    const undone = await rewindSession(workspaceId, sessionId, { target, restore });
    showToast("Rewind undone", describe({ restore, rewound: undone }));
  } catch (error) {
    showToast("The rewind could not be undone", describeError(error).message);
  }
}
