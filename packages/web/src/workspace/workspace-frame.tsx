import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, Outlet, useNavigate } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { workspaceQuery, workspaceStateQuery } from "../api/workspaces.ts";
import { Status } from "../ui/badge.tsx";
import { LinkTabs, tabLinkClass } from "../ui/tabs.tsx";
import { Title } from "../ui/title.tsx";
import { describeStatus } from "../workspaces/describe-status.ts";
import { WorkspaceMenu } from "../workspaces/workspace-menu.tsx";
import styles from "./workspace-frame.module.css";
import { lastSession } from "./chat/last-session.ts";
import { workspaceRoute } from "./workspace-route.ts";

const SESSION_VIEWS = [
  { to: "/workspaces/$id/chat", label: "Chat" },
  { to: "/workspaces/$id/changes", label: "Changes" },
] as const;
const VIEWS = [
  { to: "/workspaces/$id/files", label: "Files" },
  { to: "/workspaces/$id/snapshots", label: "Snapshots" },
  { to: "/workspaces/$id/schedules", label: "Schedules" },
  { to: "/workspaces/$id/config", label: "Config" },
  { to: "/workspaces/$id/usage", label: "Usage" },
] as const;

/** The name and tabs of a workspace. The view fills the rest of the page and scrolls by itself. */
export function WorkspaceFrame() {
  const { id } = workspaceRoute.useParams();
  const { data: workspace } = useSuspenseQuery(workspaceQuery(id));
  const state = useQuery(workspaceStateQuery(id));
  const navigate = useNavigate();
  return (
    <div className="fill">
      <Title>{workspace.name}</Title>
      <header className={styles.header}>
        <div className={styles.line}>
          <nav aria-label="Breadcrumbs" className={styles.trail}>
            <Link to="/workspaces">Workspaces</Link>
            <ChevronRight aria-hidden />
            <h1 className="clipped">{workspace.name}</h1>
          </nav>
          <span className={styles.status}>
            <Status {...describeStatus(workspace, state.data?.files?.restoring === true)} />
          </span>
          <WorkspaceMenu
            workspace={workspace}
            onDeleted={() => void navigate({ to: "/workspaces", ignoreBlocker: true })}
          />
        </div>
        <LinkTabs label="Views of the workspace">
          {SESSION_VIEWS.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              params={{ id }}
              search={() => lastSession(id)}
              activeOptions={{ includeSearch: false }}
              className={tabLinkClass}
            >
              {label}
            </Link>
          ))}
          {VIEWS.map(({ to, label }) => (
            <Link key={to} to={to} params={{ id }} className={tabLinkClass}>
              {label}
            </Link>
          ))}
        </LinkTabs>
      </header>
      <div className={styles.view}>
        <Outlet />
      </div>
    </div>
  );
}
