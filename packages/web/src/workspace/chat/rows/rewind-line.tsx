import { Button } from "../../../ui/button.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { useChat } from "../chat-context.ts";
import { useFeedPart } from "../feed/use-session-feed.ts";
import type { RewindRow } from "../log/row.ts";
import { isBusy, type SessionView } from "../log/session-view.ts";
import styles from "./rows.module.css";
import { useActor } from "./use-actor.ts";

function whatOf({ through_seq, snapshot_id }: RewindRow["event"]): string {
  if (through_seq === null) return "Files";
  return snapshot_id === null ? "Conversation" : "Files and conversation";
}

function isLastRewind({ order, rows }: SessionView, id: string): boolean {
  return order.findLast((each) => rows.get(each)?.kind === "rewind") === id;
}

/** Says that the session was rewound. The last rewind can be undone. */
export function RewindLine({ row: { id, at, event } }: { readonly row: RewindRow }) {
  const { openAction } = useChat();
  const { snapshot_id: snapshot, safety_snapshot_id: safety } = event;
  const isUndo = useFeedPart(({ view }) => snapshot !== null && view.safetySnapshots.has(snapshot));
  const isLast = useFeedPart(({ view }) => isLastRewind(view, id));
  const isWorking = useFeedPart(({ view }) => isBusy(view));
  const actor = useActor(event.by ?? null);
  return (
    <p className={styles.line}>
      {isUndo ? "Rewind undone" : `${whatOf(event)} rewound`}
      {actor !== null && ` by ${actor.isSelf ? "you" : actor.name}`} <RelativeTime at={at} />{" "}
      {isLast && safety !== null && openAction !== null && (
        <Button size="small" disabled={isWorking} onClick={() => openAction({ kind: "undo", event })}>
          Undo
        </Button>
      )}
    </p>
  );
}
