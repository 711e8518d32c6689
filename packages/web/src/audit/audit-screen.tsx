import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Download, ScrollText } from "lucide-react";
import { auditQuery, exportAudit, type AuditEntry } from "../api/audit.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Select } from "../ui/field.tsx";
import { Page } from "../ui/page.tsx";
import { PagedView } from "../ui/query-view.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Table, type Column } from "../ui/table.tsx";
import { useSaveFile } from "../ui/use-save-file.ts";
import { ACTIONS } from "./actions.ts";
import { auditRoute } from "./route.ts";

const COLUMNS: readonly Column<AuditEntry>[] = [
  { title: "Action", width: "34%", cell: (entry) => <Action entry={entry} /> },
  { title: "By", cell: ({ by }) => (by === null ? "Nobody" : by.id) },
  { title: "When", width: "9rem", isMuted: true, cell: ({ at }) => <RelativeTime at={at} /> },
  { title: "Address", width: "10rem", isExtra: true, isMuted: true, cell: ({ address }) => address },
  { title: "Entry", width: "5rem", align: "end", isExtra: true, isMuted: true, cell: ({ seq }) => seq },
];

const ALL = "all";
const OPTIONS = [
  { value: ALL, label: "All actions" },
  ...ACTIONS.map(({ action, text }) => ({ value: action, label: text })),
];

export function AuditScreen() {
  const search = auditRoute.useSearch();
  const action = ACTIONS.find((each) => each.action === search.action)?.action ?? null;
  const navigate = auditRoute.useNavigate();
  const list = useInfiniteQuery(auditQuery(action));
  const save = useSaveFile(exportAudit, "audit.ndjson");
  const choose = (value: string) => void navigate({ search: value === ALL ? {} : { action: value } });
  return (
    <Page
      title="Audit log"
      description={
        <>
          Each entry contains the hash of the one before it. <code>workspace-agent audit verify</code> checks
          an exported log.
        </>
      }
      actions={
        <Button icon={<Download />} isBusy={save.isPending} onClick={() => save.mutate()}>
          Export
        </Button>
      }
    >
      <div className="stack">
        {save.isError && <ErrorNotice error={save.error} />}
        <Select label="Action" value={action ?? ALL} onChange={choose} options={OPTIONS} />
        <PagedView
          query={list}
          empty={
            <EmptyState icon={<ScrollText />} title="No entries">
              Sign-ins, tokens, changed configs and answered requests are recorded here.
            </EmptyState>
          }
        >
          {(entries) => (
            <Table label="Audit log" columns={COLUMNS} items={entries} keyOf={({ seq }) => seq} />
          )}
        </PagedView>
      </div>
    </Page>
  );
}

/** What an entry is about, beside its workspace: `name: ci, scopes: chat`. */
function describeDetails(details: AuditEntry["details"]): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(", ") : String(value)}`)
    .join("; ");
}

function Action({ entry }: { readonly entry: AuditEntry }) {
  const { action, workspace_id: id, details } = entry;
  const detail = describeDetails(details);
  return (
    <>
      <span className="item-name">{ACTIONS.find((each) => each.action === action)?.text ?? action}</span>
      {id !== null && (
        <p className="hint">
          <Link to="/workspaces/$id/chat" params={{ id }} search={{}}>
            {id}
          </Link>
        </p>
      )}
      {detail !== "" && <p className="hint">{detail}</p>}
    </>
  );
}
