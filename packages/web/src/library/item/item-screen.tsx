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
import styles from "./item.module.css";

/** One item: what it is, and what it was. */
export function ItemScreen() {
  const { kind, ref } = itemRoute.useParams();
  const { view } = itemRoute.useSearch();
  const { data: found } = useSuspenseQuery(libraryItemQuery(kind, ref));
  const navigate = useNavigate();
  const { item } = found;
  return (
    <Page
      title={item.name}
      trail={<LibraryTrail kind={kind} />}
      description={
        <>
          Version {item.version}, changed <RelativeTime at={item.updated_at} />
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
      <div className={styles.head}>
        <LinkTabs label="Views">
          <Link
            to="/library/$kind/$ref"
            params={{ kind, ref }}
            search={{}}
            activeOptions={{ exact: true, includeSearch: true }}
            {...(view === undefined && { "aria-current": "page" as const })}
            className={tabLinkClass}
          >
            {kind === "skills" ? "Files" : "Edit"}
          </Link>
          <Link
            to="/library/$kind/$ref"
            params={{ kind, ref }}
            search={{ view: "versions" }}
            activeOptions={{ exact: true, includeSearch: true }}
            {...(view === "versions" && { "aria-current": "page" as const })}
            className={tabLinkClass}
          >
            Versions
          </Link>
        </LinkTabs>
      </div>
      {view === "versions" ? (
        <VersionsView kind={kind} item={item} />
      ) : kind === "skills" ? (
        <SkillView found={found} />
      ) : kind === "prompts" ? (
        <EditItem key={item.id} kind={kind} found={found} form={promptForm} />
      ) : (
        <EditItem key={item.id} kind={kind} found={found} form={templateForm} />
      )}
    </Page>
  );
}
