import type { Rewound } from "@workspace-agent/client";
import { cleanLine } from "./clean-text.ts";

/** The most paths of each list. */
const SHOWN = 50;
const WIDTH = 200;

function listed(mark: string, paths: readonly string[], count: number): readonly string[] {
  const lines = paths.slice(0, SHOWN).map((path) => `  ${mark} ${cleanLine(path, WIDTH)}`);
  return count > lines.length ? [...lines, `  … and ${count - lines.length} more`] : lines;
}

/** What a rewind would change, for people. */
export function rewindView(planned: Rewound): string {
  const { restored, removed, unchanged, conflicts, ignored, counts, through_seq } = planned;
  const lines = [
    `${counts.restored} to restore, ${counts.removed} to remove, ${unchanged} unchanged`,
    ...listed("restore ", restored, counts.restored),
    ...listed("remove  ", removed, counts.removed),
    ...listed("conflict", conflicts, counts.conflicts),
    ...listed("ignored ", ignored, counts.ignored),
    through_seq === null ? "the transcript stays" : `the transcript ends after event ${through_seq}`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}
