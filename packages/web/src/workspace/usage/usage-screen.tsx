import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Schemas } from "@workspace-agent/client";
import { ChartColumn, MessageSquare } from "lucide-react";
import { recentSessionsQuery } from "../../api/sessions.ts";
import { recentTurnsQuery, usageQuery } from "../../api/usage.ts";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { Checkbox, Select } from "../../ui/field.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { SkeletonRows } from "../../ui/spinner.tsx";
import { ToggleGroup } from "../../ui/toggle-group.tsx";
import { describeSession } from "../changes/describe-changes.ts";
import { usageRoute, type UsageBy } from "./route.ts";
import { UsageCharts } from "./usage-charts.tsx";
import { rowsByDay, rowsBySession, rowsByTurn, type UsageRow } from "./usage-rows.ts";
import { ModelTable, UsageTable } from "./usage-table.tsx";
import { UsageTotals } from "./usage-totals.tsx";

type Usage = Schemas["Usage"];

export function UsageScreen() {
  const { id } = usageRoute.useParams();
  const query = useQuery(usageQuery(id));
  return (
    <QueryView query={query}>
      {(usage) =>
        usage.turns > 0 ? (
          <div className="view-page">
            <UsageTotals usage={usage} />
            <UsageRows usage={usage} />
            <section className="stack" aria-label="By model">
              <h2>By model</h2>
              <ModelTable models={usage.by_model} />
            </section>
            <p className="hint">
              Days are in UTC. The time of a turn counts when it ends. Costs include only models with a known
              price.
            </p>
          </div>
        ) : (
          <EmptyState
            icon={<ChartColumn />}
            title="No usage yet"
            action={
              <Link to="/workspaces/$id/chat" params={{ id }} className={buttonClass({ kind: "primary" })}>
                <MessageSquare aria-hidden /> Give the agent a task
              </Link>
            }
          >
            This page shows the tokens, cost, and time of all turns, including those of deleted sessions.
          </EmptyState>
        )
      }
    </QueryView>
  );
}

const GROUPS: readonly { readonly value: UsageBy; readonly label: string }[] = [
  { value: "day", label: "By day" },
  { value: "session", label: "By session" },
  { value: "turn", label: "By turn" },
];

/** The usage by day, session, or turn, as charts or as a table. */
function UsageRows({ usage }: { readonly usage: Usage }) {
  const { id } = usageRoute.useParams();
  const search = usageRoute.useSearch();
  const { by = "day", table = false } = search;
  const navigate = usageRoute.useNavigate();
  const sessions = useQuery(recentSessionsQuery(id));
  const sessionId = search.session ?? sessions.data?.[0]?.id ?? null;
  const turns = useQuery({
    ...recentTurnsQuery(id, sessionId ?? ""),
    enabled: by === "turn" && sessionId !== null,
  });
  const all: Readonly<Record<UsageBy, readonly UsageRow[] | null>> = {
    day: rowsByDay(usage.by_day),
    session: sessions.data === undefined ? null : rowsBySession(sessions.data),
    turn: turns.data === undefined ? null : rowsByTurn(turns.data),
  };
  const rows = all[by];
  const error = by === "day" ? null : (sessions.error ?? (by === "turn" ? turns.error : null));
  return (
    <section className="stack" aria-label="Usage over time">
      <div className="spread">
        <ToggleGroup
          label="Group by"
          value={by}
          onChange={(next) =>
            void navigate({
              search: ({ by: _, ...rest }) => ({ ...rest, ...(next !== "day" && { by: next }) }),
            })
          }
          options={GROUPS}
        />
        <Checkbox
          label="Show as table"
          isChecked={table}
          onChange={(isTable) =>
            void navigate({
              search: ({ table: _, ...rest }) => ({ ...rest, ...(isTable && { table: true }) }),
            })
          }
        />
      </div>
      {by === "turn" && sessionId !== null && (
        <Select
          label="Session"
          value={sessionId}
          onChange={(session) => void navigate({ search: (now) => ({ ...now, session }) })}
          options={(sessions.data ?? []).map((each) => ({ value: each.id, label: describeSession(each) }))}
        />
      )}
      {error !== null && <ErrorNotice error={error} />}
      {rows === null ? (
        error === null && <SkeletonRows />
      ) : rows.length === 0 ? (
        <p className="hint">No data.</p>
      ) : table ? (
        <UsageTable by={by} rows={rows} />
      ) : (
        <UsageCharts rows={rows} />
      )}
    </section>
  );
}
