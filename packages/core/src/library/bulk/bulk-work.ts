import { sha256 } from "../../runtime/hash.ts";
import type { LibraryRecord } from "../../ports/library-store.ts";
import type { PolicySubject } from "../../ports/policy.ts";
import type { Repositories } from "../../ports/store.ts";
import { requirePart } from "../../ports/store-parts.ts";
import { MAX_HELD } from "../collection/bounded-reading.ts";
import { inUse } from "../collection/in-use.ts";
import type { CollectionKind, DeletedRecord, Draft } from "../collection/collection-kind.ts";
import { changedRecord, newRecord } from "../collection/collection-record.ts";
import { canBeName } from "../collection/collection-ref.ts";
import type { BulkError, BulkResult } from "../../domain/library/bulk.ts";
import { faultResult, toBulkError, type BulkStep } from "./bulk-step.ts";
import { PendingWrites } from "./pending-writes.ts";

type BulkKind = Pick<CollectionKind<never, never>, "kind" | "prefix" | "ownsBlobs" | "faults" | "users">;

type Step<Type> = Extract<BulkStep, { readonly type: Type }>;
type Standing = Map<string, LibraryRecord | null>;

/** A content, or its hash. No content looks like a hash. */
function isSame(kept: string, content: string): boolean {
  return kept === content || (kept.startsWith("{") ? false : kept === sha256(content));
}

/** Executes lines as if one by one, with few statements for each batch. A dry run needs all batches of its load. */
export class BulkWork {
  /** Ids of the records that the load created. */
  private readonly made = new Set<string>();
  private readonly removed: DeletedRecord[] = [];
  /** What the lines so far would have stored under each name. Null: this is not a dry run. */
  private readonly imagined: Standing | null;
  /** UTF-16 units of content in `imagined`. */
  private held = 0;

  constructor(
    private readonly kind: BulkKind,
    private readonly subject: PolicySubject,
    private readonly now: () => number,
    writes: boolean,
  ) {
    this.imagined = writes ? null : new Map();
  }

  private get tenant(): string {
    return this.subject.tenant;
  }

  /** Executes one batch, inside a transaction if it writes. */
  async run(repositories: Repositories, steps: readonly BulkStep[]): Promise<readonly BulkResult[]> {
    const standing = await this.standingOf(repositories, steps);
    const faults = await this.faultsOf(repositories, steps);
    const writes = new PendingWrites(repositories, this.tenant, this.kind.ownsBlobs);
    const results: BulkResult[] = [];
    for (const step of steps) {
      if (step.type !== "error" && writes.has(step.name)) await writes.flush();
      switch (step.type) {
        case "error":
          results.push(faultResult(step));
          break;
        case "put":
          results.push(this.put(step, standing, faults, writes));
          break;
        case "delete":
          results.push(await this.delete(step, standing, repositories, writes));
          break;
      }
    }
    await writes.flush();
    return results;
  }

  /** The records that were deleted. */
  get deleted(): readonly DeletedRecord[] {
    return this.removed;
  }

  /** What of a load that is undone was not there before. */
  withoutMade({ id, ...result }: BulkResult): BulkResult {
    return id === undefined || this.made.has(id) ? result : { ...result, id };
  }

  private async standingOf(repositories: Repositories, steps: readonly BulkStep[]): Promise<Standing> {
    const standing: Standing = new Map();
    const names = new Set<string>();
    for (const step of steps) {
      if (step.type === "error" || names.has(step.name)) continue;
      const imagined = this.imagined?.get(step.name);
      if (imagined !== undefined) standing.set(step.name, imagined);
      else if (canBeName(step.name)) names.add(step.name);
    }
    if (names.size === 0) return standing;
    for (const record of await requirePart(repositories, "library").findByNames(this.tenant, this.kind.kind, [
      ...names,
    ])) {
      standing.set(record.name, record);
    }
    return standing;
  }

  private async faultsOf(
    repositories: Repositories,
    steps: readonly BulkStep[],
  ): Promise<ReadonlyMap<Draft, BulkError>> {
    const found = new Map<Draft, BulkError>();
    if (this.kind.faults === undefined) return found;
    const drafts = steps.flatMap((step) => (step.type === "put" ? [step.draft] : []));
    const faults = await this.kind.faults(repositories, this.subject, drafts);
    for (const [index, draft] of drafts.entries()) {
      const fault = faults[index] ?? null;
      if (fault !== null) found.set(draft, toBulkError(fault));
    }
    return found;
  }

  private put(
    { index, name, draft }: Step<"put">,
    standing: Standing,
    faults: ReadonlyMap<Draft, BulkError>,
    writes: PendingWrites,
  ): BulkResult {
    const record = standing.get(name) ?? null;
    if (record !== null && isSame(record.content, draft.content))
      return this.resultOf(index, "unchanged", record, draft);
    const error = faults.get(draft);
    if (error !== undefined) return { index, name, status: "error", error };
    const next =
      record === null
        ? newRecord(this.kind, this.tenant, { ...draft, name }, this.now())
        : changedRecord(record, { ...draft, name }, this.now());
    if (record === null) this.made.add(next.id);
    standing.set(name, next);
    if (this.imagined === null) writes.save(next, draft.blobs);
    else this.imagine(this.imagined, next);
    return this.resultOf(index, record === null ? "created" : "updated", next, draft);
  }

  /** Stores the first contents as they are, which is fast, and the others as hashes, to limit memory. */
  private imagine(imagined: Standing, record: LibraryRecord): void {
    const isKept = this.held + record.content.length <= MAX_HELD;
    if (isKept) this.held += record.content.length;
    const content = isKept ? record.content : sha256(record.content);
    imagined.set(record.name, { ...record, content, search_text: "" });
  }

  private async delete(
    { index, name }: Step<"delete">,
    standing: Standing,
    repositories: Repositories,
    writes: PendingWrites,
  ): Promise<BulkResult> {
    const record = standing.get(name) ?? null;
    if (record === null) return { index, name, status: "unchanged" };
    const refusal = await inUse(this.kind, repositories, record);
    if (refusal !== null) return { index, name, status: "error", error: toBulkError(refusal) };
    standing.set(name, null);
    const { id } = record;
    const result: BulkResult = { index, name, id, status: "deleted" };
    if (this.imagined !== null) {
      this.imagined.set(name, null);
      return this.withoutMade(result);
    }
    writes.remove(record);
    this.removed.push({ tenant: this.tenant, id });
    return result;
  }

  private resultOf(
    index: number,
    status: "created" | "updated" | "unchanged",
    { id, name, version }: LibraryRecord,
    { warnings = [] }: Draft,
  ): BulkResult {
    const told = warnings.length > 0 && { warnings: [...warnings] };
    const result: BulkResult = { index, name, id, status, version, ...told };
    return this.imagined === null ? result : this.withoutMade(result);
  }
}
