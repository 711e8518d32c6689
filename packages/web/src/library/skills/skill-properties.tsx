import type { Skill } from "@workspace-agent/client";
import type { ReactNode } from "react";
import { Badge } from "../../ui/badge.tsx";
import styles from "./skills.module.css";

/** The properties in a skill's SKILL.md. */
export function SkillProperties({ skill }: { readonly skill: Skill }) {
  const { warnings, allowed_tools: tools } = skill;
  const rows: readonly (readonly [string, ReactNode])[] = [
    ["Description", skill.description],
    ["License", skill.license],
    ["Compatibility", skill.compatibility],
    ...Object.entries(skill.metadata),
    ["Warnings", warnings.length === 0 ? null : warnings.map((warning) => <p key={warning}>{warning}</p>)],
    [
      "Tools",
      tools.length === 0 ? null : (
        <span className="cluster">
          {tools.map((tool) => (
            <Badge key={tool}>{tool}</Badge>
          ))}
        </span>
      ),
    ],
  ];
  return (
    <dl className={styles.properties}>
      {rows.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt className="muted">{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
