import { Link } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { readSkillPackage } from "../../api/skill-files.ts";
import type { VersionedItem } from "../../api/library.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Bytes } from "../../ui/bytes.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { useSaveFile } from "../../ui/use-save-file.ts";
import { isSkill } from "../kinds.ts";
import { itemRoute } from "../routes.ts";
import { ReplaceSkill } from "./replace-skill.tsx";
import { SkillFile } from "./skill-file-view.tsx";
import { SkillProperties } from "./skill-properties.tsx";
import styles from "./skills.module.css";

/** The properties and files of a skill. */
export function SkillView({ found }: { readonly found: VersionedItem }) {
  const { file: path = "SKILL.md" } = itemRoute.useSearch();
  const { item } = found;
  const archive = useSaveFile(async () => await readSkillPackage(item.id), `${item.name}.tar.gz`);
  if (!isSkill(item)) return null;
  const file = item.files.find((each) => each.path === path);
  return (
    <div className="stack">
      <div className="cluster">
        <Button icon={<Download />} isBusy={archive.isPending} onClick={() => archive.mutate()}>
          Download
        </Button>
        <ReplaceSkill found={found} />
      </div>
      {archive.isError && <ErrorNotice error={archive.error} onRetry={() => archive.mutate()} />}
      <SkillProperties skill={item} />
      <div className={styles.folder}>
        <nav aria-label="Files of the skill" className={styles.files}>
          {item.files.map((each) => (
            <Link
              key={each.path}
              to="/library/$kind/$ref"
              params={{ kind: "skills", ref: item.id }}
              search={{ file: each.path }}
              replace
              resetScroll={false}
              activeOptions={{ includeSearch: true }}
              {...(each.path === path && { "aria-current": "page" as const })}
              className="nav-entry"
            >
              <code className={styles.path}>{each.path}</code>
              {each.executable === true && <Badge>executable</Badge>}
              <span className="hint">
                <Bytes count={each.size} />
              </span>
            </Link>
          ))}
        </nav>
        {file === undefined ? (
          <p className="muted">This skill has no file {path}.</p>
        ) : (
          <SkillFile key={`${item.version} ${path}`} skill={item} file={file} />
        )}
      </div>
    </div>
  );
}
