import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChartColumn, MessageSquare } from "lucide-react";
import { recentSessionsQuery } from "../../api/changes.ts";
import { recentTurnsQuery, usageQuery } from "../../api/usage.ts";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { Checkbox, Select } from "../../ui/field.tsx";
import { SkeletonRows } from "../../ui/spinner.tsx";
import { ToggleGroup, ToggleOption } from "../../ui/toggle-group.tsx";
import { describeSession } from "../changes/describe-changes.ts";
import { ModelTable } from "./model-table.tsx";
import { usageRoute, type UsageBy } from "./route.ts";
import { UsageCharts } from "./usage-charts.tsx";
import { rowsByDay, rowsBySession, rowsByTurn, type UsageRow } from "./usage-rows.ts";
import styles from "./usage-screen.module.css";
import { UsageTable } from "./usage-table.tsx";
import { UsageTotals } from "./usage-totals.tsx";

/** What the workspace has used: totals, and by day, session or turn. */
export function UsageScreen() {
  const { id } = usageRoute.useParams();
  const search = usageRoute.useSearch();
  const { by = "day", table = false } = search;
  const navigate = usageRoute.useNavigate();
  const usage = useQuery(usageQuery(id));
  const sessions = useQuery(recentSessionsQuery(id));
  const sessionId = search.session ?? sessions.data?.[0]?.id ?? null;
  const turns = useQuery({
    ...recentTurnsQuery(id, sessionId ?? ""),
    enabled: by === "turn" && sessionId !== null,
  });
  if (usage.isPending) return <SkeletonRows />;
  if (usage.data === undefined) {
    return (
      <div className={styles.screen}>
        <ErrorNotice error={usage.error} onRetry={() => void usage.refetch()} />
      </div>
    );
  }
  if (usage.data.turns === 0) {
    return (
      <EmptyState
        icon={<ChartColumn />}
        title="Nothing has been used yet"
        action={
          <Link to="/workspaces/$id/chat" params={{ id }} className={buttonClass({ kind: "primary" })}>
            <MessageSquare aria-hidden /> Give the agent a task
          </Link>
        }
      >
        Tokens, cost and time of each turn are counted here, those of deleted sessions too.
      </EmptyState>
    );
  }
  const rows: Readonly<Record<UsageBy, readonly UsageRow[] | null>> = {
    day: rowsByDay(usage.data.by_day),
    session: sessions.data === undefined ? null : rowsBySession(sessions.data),
    turn: turns.data === undefined ? null : rowsByTurn(turns.data),
  };
  const shown = rows[by];
  const error = by === "turn" ? (turns.error ?? sessions.error) : by === "session" ? sessions.error : null;
  return (
    <div className={styles.screen}>
      <UsageTotals usage={usage.data} />
      <section className={styles.section} aria-label="In parts">
        <div className={styles.tools}>
          <ToggleGroup
            label="By"
            value={by}
            onChange={(next: UsageBy) =>
              void navigate({
                search: ({ by: _, ...rest }) => ({ ...rest, ...(next !== "day" && { by: next }) }),
              })
            }
          >
            <ToggleOption value="day" label="By day" />
            <ToggleOption value="session" label="By session" />
            <ToggleOption value="turn" label="By turn" />
          </ToggleGroup>
          <Checkbox
            label="As a table"
            isChecked={table}
            onChange={(isTable) =>
              void navigate({
                search: ({ table: _, ...rest }) => ({ ...rest, ...(isTable && { table: true }) }),
              })
            }
          />
        </div>
        {by === "turn" && sessionId !== null && (
          <div className={styles.choice}>
            <Select
              label="Session"
              value={sessionId}
              onChange={(session) => void navigate({ search: (now) => ({ ...now, session }) })}
              options={(sessions.data ?? []).map((each) => ({
                value: each.id,
                label: describeSession(each),
              }))}
            />
          </div>
        )}
        {error !== null && <ErrorNotice error={error} />}
        {shown === null && error === null && <SkeletonRows />}
        {shown !== null && shown.length === 0 && (
          <p className={styles.nothing}>Nothing is left of it to show.</p>
        )}
        {shown !== null &&
          shown.length > 0 &&
          (table ? <UsageTable by={by} rows={shown} /> : <UsageCharts rows={shown} />)}
      </section>
      <section className={styles.section} aria-label="By model">
        <h2>By model</h2>
        <ModelTable models={usage.data.by_model} />
      </section>
      <p className={styles.nothing}>
        Days are those of UTC. The time of a turn is counted at its end. Cost is that of models with a known
        price.
      </p>
    </div>
  );
}
