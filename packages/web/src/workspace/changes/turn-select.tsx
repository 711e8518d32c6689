import { useQuery } from "@tanstack/react-query";
import { allSnapshotsQuery } from "../../api/snapshots.ts";
import { Select } from "../../ui/field.tsx";
import { describeTurn } from "./describe-changes.ts";

interface TurnSelectProps {
  readonly workspaceId: string;
  readonly sessionId: string;
  /** Null: all turns of the session. */
  readonly turnId: string | null;
  readonly onTurn: (turnId: string | null) => void;
}

const ALL = "";

/** The turns of a session whose changes are known. */
export function TurnSelect({ workspaceId, sessionId, turnId, onTurn }: TurnSelectProps) {
  const { data: snapshots = [] } = useQuery(allSnapshotsQuery(workspaceId));
  const turns = snapshots.flatMap(({ session_id, turn_id, created_at }) =>
    session_id === sessionId && turn_id !== null ? [{ value: turn_id, label: describeTurn(created_at) }] : [],
  );
  const isListed = turnId === null || turns.some(({ value }) => value === turnId);
  if (isListed && turns.length === 0) return null;
  return (
    <Select
      label="Turn"
      value={turnId ?? ALL}
      onChange={(value) => onTurn(value === ALL ? null : value)}
      options={[
        { value: ALL, label: "All turns" },
        ...(isListed ? [] : [{ value: turnId, label: "This turn" }]),
        ...turns,
      ]}
    />
  );
}
