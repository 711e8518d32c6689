import { Link } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { useSkillPackage } from "../../api/skill-files.ts";
import type { Versioned } from "../../api/library.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Bytes } from "../../ui/bytes.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { isSkill } from "../kinds.ts";
import { itemRoute } from "../routes.ts";
import { saveBlob } from "../save-blob.ts";
import { ReplaceSkill } from "./replace-skill.tsx";
import { SkillFile } from "./skill-file-view.tsx";
import { SkillProperties } from "./skill-properties.tsx";
import styles from "./skills.module.css";

const FIRST = "SKILL.md";

/** A skill as its folder: what it says of itself, its files, and the way to put another folder in its place. */
export function SkillView({ found }: { readonly found: Versioned }) {
  const { file: path = FIRST } = itemRoute.useSearch();
  const { item } = found;
  const folder = useSkillPackage(item.id);
  if (!isSkill(item)) return null;
  const file = item.files.find((each) => each.path === path);
  const download = () =>
    folder.mutate(undefined, { onSuccess: (blob) => saveBlob(blob, `${item.name}.tar.gz`) });
  return (
    <div className={styles.skill}>
      <div className={styles.tools}>
        <Button icon={<Download />} isBusy={folder.isPending} onClick={download}>
          Download
        </Button>
        <ReplaceSkill found={found} />
      </div>
      {folder.isError && <ErrorNotice error={folder.error} onRetry={download} />}
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
              className={styles.file}
            >
              <span>{each.path}</span>
              {each.executable === true && <Badge>runs</Badge>}
              <span className={styles.size}>
                <Bytes count={each.size} />
              </span>
            </Link>
          ))}
        </nav>
        {file === undefined ? (
          <p className={styles.hint}>This skill has no file {path}.</p>
        ) : (
          <SkillFile key={`${item.version} ${path}`} skill={item} file={file} />
        )}
      </div>
    </div>
  );
}
