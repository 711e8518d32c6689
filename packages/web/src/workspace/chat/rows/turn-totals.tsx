import type { Turn } from "@workspace-agent/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { allSnapshotsQuery } from "../../../api/snapshots.ts";
import type { ChangeTotals } from "../../../api/split-patch.ts";
import { turnTotalsQuery } from "../../../api/turn-changes.ts";
import { spanOfTurn } from "../../../api/turn-span.ts";
import { counted } from "../../../ui/describe-amounts.ts";
import { useSettled } from "../../../ui/use-settled.ts";
import { LineCounts } from "../../changes/line-counts.tsx";
import { useChat } from "../chat-context.ts";

/** Rows that are scrolled past ask for nothing. */
const SETTLED_MS = 250;

/** How much a turn that has ended changed. It links to the changes. Empty while that is not known, and if it changed nothing. */
export function TurnTotals({ turn }: { readonly turn: Turn }) {
  const { workspaceId, sessionId } = useChat();
  const isSettled = useSettled(true, SETTLED_MS);
  const { data: snapshots } = useQuery({
    ...allSnapshotsQuery(workspaceId),
    enabled: isSettled,
    // Refreshed with the status of the session, also after an error.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    retryOnMount: false,
  });
  const span = snapshots === undefined ? null : spanOfTurn(snapshots, turn);
  const { data: totals } = useQuery({
    ...turnTotalsQuery(workspaceId, turn, span),
    enabled: isSettled,
  });
  if (totals === undefined || (totals !== "many" && totals.files === 0)) return null;
  return (
    <Link
      to="/workspaces/$id/changes"
      params={{ id: workspaceId }}
      search={{ session: sessionId, turn: turn.id }}
      title="Changes of this turn"
    >
      {totals === "many" ? "Many changes" : <Totals {...totals} />}
    </Link>
  );
}

/** `3 files, +46 −2`. */
function Totals({ files, additions, deletions }: ChangeTotals) {
  return (
    <>
      {counted(files, "file")}
      {additions + deletions > 0 && (
        <>
          , <LineCounts additions={additions} deletions={deletions} />
        </>
      )}
    </>
  );
}
