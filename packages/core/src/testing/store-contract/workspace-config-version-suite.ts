import { describe, expect, it } from "vitest";
import { givenWorkspace, type TheStore } from "./given.ts";
import { unique } from "./records.ts";

export function workspaceConfigVersionSuite(theStore: TheStore): void {
  describe("workspaces whose config has a version", () => {
    it("change only at the version of their config that is expected, if one is", async () => {
      const workspace = await givenWorkspace(theStore(), { config_version: 3 });
      const { tenant, id } = workspace;
      const change = (expectedConfigVersion: number, ofTenant = tenant) =>
        theStore().workspaces.update(
          ofTenant,
          id,
          { config_version: 4, updated_at: 7 },
          { expectedConfigVersion },
        );
      await expect(change(2)).rejects.toMatchObject({ code: "precondition_failed" });
      expect(await theStore().workspaces.get(tenant, id)).toEqual(workspace);
      expect(await change(3, unique())).toBeNull();
      expect(await change(3)).toEqual({ ...workspace, config_version: 4, updated_at: 7 });
      await expect(change(3)).rejects.toMatchObject({ code: "precondition_failed" });
    });

    it("that many change at once from one version of their config: one does", async () => {
      const { tenant, id } = await givenWorkspace(theStore());
      const change = { config_version: 2, updated_at: 7 };
      const results = await Promise.allSettled(
        Array.from({ length: 6 }, (_, index) =>
          index % 2 === 0
            ? theStore().workspaces.update(tenant, id, change, { expectedConfigVersion: 1 })
            : theStore().transaction(({ workspaces }) =>
                workspaces.update(tenant, id, change, { expectedConfigVersion: 1 }),
              ),
        ),
      );
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(await theStore().workspaces.get(tenant, id)).toMatchObject({ config_version: 2 });
    });
  });
}
