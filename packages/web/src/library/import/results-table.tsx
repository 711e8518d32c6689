import type { BulkResult } from "@workspace-agent/client";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Status } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Cell, Row, Table } from "../../ui/table.tsx";
import type { LibraryKind } from "../../api/library.ts";
import { reasonOf, STATUS_TEXTS } from "./report.ts";
import styles from "./import.module.css";

const COLUMNS = [
  { title: "Item", width: "4.5rem", align: "end" },
  { title: "Name" },
  { title: "Result", width: "8rem" },
] as const;

const STEP = 100;

interface ResultsTableProps {
  readonly kind: LibraryKind;
  readonly results: readonly BulkResult[];
  readonly isPlanned: boolean;
}

export function ResultsTable({ kind, results, isPlanned }: ResultsTableProps) {
  const [count, setCount] = useState(STEP);
  const rest = results.length - count;
  return (
    <>
      <Table label="Results" columns={COLUMNS}>
        {results.slice(0, count).map((result) => (
          <Row key={result.index}>
            <Cell align="end" isMuted>
              {result.index + 1}
            </Cell>
            <Cell>
              <ItemName kind={kind} result={result} />
              {reasonOf(result) !== "" && <p className={styles.reason}>{reasonOf(result)}</p>}
            </Cell>
            <Cell>
              <Status tone={STATUS_TEXTS[result.status].tone}>
                {STATUS_TEXTS[result.status][isPlanned ? "planned" : "done"]}
              </Status>
            </Cell>
          </Row>
        ))}
      </Table>
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
