import type { Skill } from "@workspace-agent/client";
import { Badge } from "../../ui/badge.tsx";
import styles from "./skills.module.css";

/** What a skill's SKILL.md says of it. */
export function SkillProperties({ skill }: { readonly skill: Skill }) {
  const rows: readonly (readonly [string, string | null])[] = [
    ["Description", skill.description],
    ["License", skill.license],
    ["Needs", skill.compatibility],
    ...Object.entries(skill.metadata),
  ];
  return (
    <dl className={styles.properties}>
      {rows.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
      {skill.warnings.length > 0 && (
        <div>
          <dt>Warnings</dt>
          <dd>
            <ul>
              {skill.warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </dd>
        </div>
      )}
      {skill.allowed_tools.length > 0 && (
        <div>
          <dt>Tools</dt>
          <dd className={styles.badges}>
            {skill.allowed_tools.map((tool) => (
              <Badge key={tool}>{tool}</Badge>
            ))}
          </dd>
        </div>
      )}
    </dl>
  );
}
