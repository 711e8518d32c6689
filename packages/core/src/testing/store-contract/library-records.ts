import { newId } from "../../domain/ids.ts";
import type { LibraryRecord } from "../../ports/library-store.ts";
import { unique } from "./records.ts";

const PREFIXES = { prompt: "prm", template: "tpl", skill: "skl" } as const;

/** A thing of the library at its first version; a prompt unless said otherwise. */
export function aLibraryRecord(record: Partial<LibraryRecord> = {}): LibraryRecord {
  const id = record.id ?? newId(PREFIXES[record.kind ?? "prompt"]);
  return {
    id,
    tenant: unique(),
    kind: "prompt",
    name: id,
    version: 1,
    content: JSON.stringify({ description: "", content: "Do it." }),
    search_text: (record.name ?? id).toLowerCase(),
    created_at: 1_767_225_600_123,
    updated_at: 1_767_225_600_123,
    ...record,
  };
}
