import type { BulkResult } from "@workspace-agent/client";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Status } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Table, type Column } from "../../ui/table.tsx";
import type { LibraryKind } from "../../api/library.ts";
import { reasonOf, STATUS_TEXTS } from "./report.ts";
import styles from "./import.module.css";

const STEP = 100;

interface ResultsTableProps {
  readonly kind: LibraryKind;
  readonly results: readonly BulkResult[];
  readonly isPlanned: boolean;
}

export function ResultsTable({ kind, results, isPlanned }: ResultsTableProps) {
  const [count, setCount] = useState(STEP);
  const rest = results.length - count;
  const columns: readonly Column<BulkResult>[] = [
    { title: "Item", width: "4.5rem", align: "end", isMuted: true, cell: ({ index }) => index + 1 },
    {
      title: "Name",
      cell: (result) => (
        <>
          <ItemName kind={kind} result={result} />
          {reasonOf(result) !== "" && <p className="wrong">{reasonOf(result)}</p>}
        </>
      ),
    },
    {
      title: "Result",
      width: "8rem",
      cell: ({ status }) => (
        <Status
          tone={STATUS_TEXTS[status].tone}
          text={STATUS_TEXTS[status][isPlanned ? "planned" : "done"]}
        />
      ),
    },
  ];
  return (
    <>
      <Table label="Results" columns={columns} items={results.slice(0, count)} keyOf={({ index }) => index} />
      {rest > 0 && (
        <div className={styles.more}>
          <Button onClick={() => setCount(count + STEP * 5)}>
            Show {Math.min(rest, STEP * 5).toLocaleString("en")} more of {results.length.toLocaleString("en")}
          </Button>
        </div>
      )}
    </>
  );
}

function ItemName({
  kind,
  result: { name, id, status },
}: {
  readonly kind: LibraryKind;
  readonly result: BulkResult;
}) {
  if (name === null || name === "") return <span className="hint">No name</span>;
  if (id === undefined || status === "deleted") return <span className="item-name">{name}</span>;
  return (
    <Link to="/library/$kind/$ref" params={{ kind, ref: id }} target="_blank" className="item-name">
      {name}
    </Link>
  );
}
