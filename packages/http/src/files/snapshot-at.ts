import type { SnapshotNotice } from "@workspace-agent/core/internal";
import type { VolumeName } from "@workspace-agent/core/schemas";
import type { Answer } from "../answer/answer.ts";
import { mapValues } from "../map-values.ts";
import type { ResponseDocumentation } from "../route.ts";

type Responses = Readonly<Record<number, ResponseDocumentation>>;

/**
 * Says in `Snapshot-At` that an answer has the published files. `answer` calls `notice` for the options of each read; the last read
 * counts.
 */
export async function withSnapshotAt(
  answer: (notice: () => SnapshotNotice) => Promise<Answer>,
): Promise<Answer> {
  let added: Readonly<Record<string, string>> = {};
  const made = await answer(() => {
    added = {};
    return {
      onSnapshot: (publishedAt) => {
        // A later 304 would leave the header in a cached answer.
        added = { "snapshot-at": new Date(publishedAt).toISOString(), "cache-control": "no-store" };
      },
    };
  });
  return { ...made, headers: { ...made.headers, ...added } };
}

/** The responses of a read of a volume: only the files of workspaces are published. */
export function withSnapshotHeader(volume: VolumeName, responses: Responses): Responses {
  if (volume !== "workspace") return responses;
  return mapValues(responses, (response) => ({
    ...response,
    headers: [...(response.headers ?? []), "Snapshot-At" as const],
  }));
}
