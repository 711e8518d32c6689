import { describe, expect, it } from "vitest";
import type { CompleteStore } from "../../ports/store.ts";
import { FIRST_PREVIOUS, type AuditEntry } from "../../domain/audit/audit-entry.ts";
import type { TheStore } from "./given.ts";
import { unique } from "./records.ts";

const hashOf = (seq: number) => String(seq).padStart(64, "0");

function anEntry(seq: number, entry: Partial<AuditEntry> = {}): AuditEntry {
  return {
    seq,
    at: "2026-01-01T00:00:00.000Z",
    action: "token.created",
    by: { kind: "user", id: "a\ud800\0🙂" },
    address: "192.0.2.1",
    workspace_id: null,
    session_id: null,
    details: { name: "ci", scopes: ["chat"], expires_at: null, version: 1 },
    previous: hashOf(seq - 1),
    hash: hashOf(seq),
    ...entry,
  };
}

export function auditSuite(theStore: TheStore<CompleteStore>): void {
  const append = async (tenant: string, entry: Partial<AuditEntry> = {}) =>
    await theStore().transaction(async ({ audit }) => {
      const { seq } = await audit.lockHead(tenant);
      const appended = anEntry(seq + 1, entry);
      await audit.append(tenant, appended);
      return appended;
    });

  describe("the audit log", () => {
    it("begins without an entry, and ends with the last one", async () => {
      const tenant = unique();
      const headOf = async () => await theStore().transaction(({ audit }) => audit.lockHead(tenant));
      expect(await headOf()).toEqual({ seq: 0, hash: FIRST_PREVIOUS });
      await append(tenant);
      await append(tenant);
      expect(await headOf()).toEqual({ seq: 2, hash: hashOf(2) });
    });

    it("is listed newest first and paged oldest first, one tenant's alone", async () => {
      const tenant = unique();
      const first = await append(tenant);
      const second = await append(tenant, { action: "sign_out", by: null, address: null });
      const third = await append(tenant);
      await append(unique());
      const { audit } = theStore();
      expect(await audit.list(tenant, { limit: 2 })).toEqual([third, second]);
      expect(await audit.list(tenant, { limit: 2, before: 2 })).toEqual([first]);
      expect(await audit.list(tenant, { limit: 2, action: "sign_out" })).toEqual([second]);
      expect(await audit.page(tenant, { after: 0, limit: 2 })).toEqual([first, second]);
      expect(await audit.page(tenant, { after: 2, limit: 2 })).toEqual([third]);
    });

    it("takes no second entry of a number", async () => {
      const tenant = unique();
      const first = await append(tenant);
      const again = theStore().transaction(({ audit }) =>
        audit.append(tenant, anEntry(1, { address: null })),
      );
      await expect(again).rejects.toMatchObject({ code: "internal" });
      expect(await theStore().audit.list(tenant, { limit: 2 })).toEqual([first]);
    });

    it("keeps nothing of a transaction that was undone", async () => {
      const tenant = unique();
      const undone = theStore().transaction(async ({ audit }) => {
        await audit.lockHead(tenant);
        await audit.append(tenant, anEntry(1));
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      expect(await append(tenant)).toMatchObject({ seq: 1 });
    });

    it("has no gap and no fork when many append at once", async () => {
      const tenant = unique();
      await Promise.all(Array.from({ length: 12 }, () => append(tenant)));
      const entries = await theStore().audit.page(tenant, { after: 0, limit: 20 });
      expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    });
  });
}
