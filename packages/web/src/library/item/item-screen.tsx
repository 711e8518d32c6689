import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { libraryItemQuery } from "../../api/library.ts";
import { Page } from "../../ui/page.tsx";
import { LinkTabs, tabLinkClass } from "../../ui/tabs.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { promptForm } from "../prompts/prompt-form.ts";
import { itemRoute } from "../routes.ts";
import { SkillView } from "../skills/skill-view.tsx";
import { templateForm } from "../templates/template-form.ts";
import { LibraryTrail } from "../trail.tsx";
import { VersionsView } from "../versions/versions-view.tsx";
import { EditItem } from "./edit-item.tsx";
import { ItemMenu } from "./item-menu.tsx";

export function ItemScreen() {
  const { kind, ref } = itemRoute.useParams();
  const { view } = itemRoute.useSearch();
  const { data: found } = useSuspenseQuery(libraryItemQuery(kind, ref));
  const navigate = useNavigate();
  const { item } = found;
  const tab = (label: string, search: { readonly view?: "versions" }) => (
    <Link
      to="/library/$kind/$ref"
      params={{ kind, ref }}
      search={search}
      activeOptions={{ exact: true, includeSearch: true }}
      {...(view === search.view && { "aria-current": "page" as const })}
      className={tabLinkClass}
    >
      {label}
    </Link>
  );
  return (
    <Page
      title={item.name}
      trail={<LibraryTrail kind={kind} />}
      description={
        <>
          Version {item.version}, updated <RelativeTime at={item.updated_at} />
        </>
      }
      actions={
        <ItemMenu
          kind={kind}
          item={item}
          onDeleted={() => void navigate({ to: "/library/$kind", params: { kind } })}
        />
      }
    >
      <div className="stack">
        <LinkTabs label="Views">
          {tab(kind === "skills" ? "Files" : "Edit", {})}
          {tab("Versions", { view: "versions" })}
        </LinkTabs>
        {view === "versions" ? (
          <VersionsView kind={kind} item={item} />
        ) : kind === "skills" ? (
          <SkillView found={found} />
        ) : kind === "prompts" ? (
          <EditItem key={item.id} kind={kind} found={found} form={promptForm} />
        ) : (
          <EditItem key={item.id} kind={kind} found={found} form={templateForm} />
        )}
      </div>
    </Page>
  );
}
