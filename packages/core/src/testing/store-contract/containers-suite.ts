import { describe, expect, it } from "vitest";
import type { CompleteStore } from "../../ports/store.ts";
import type { TheStore } from "./given.ts";
import { unique } from "./records.ts";

export function containersSuite(theStore: TheStore<CompleteStore>): void {
  const containers = () => theStore().containers;

  describe("the records of containers", () => {
    it("are listed by placement and workspace, with the last epoch that was claimed", async () => {
      const [here, there] = [unique(), unique()];
      for (const workspaceId of ["ws_b", "ws_a", "ws_b"]) await containers().claim(here, workspaceId);
      await containers().claim(there, "ws_c");
      expect(await containers().list(here)).toEqual([
        { placement: here, workspaceId: "ws_a", epoch: 1 },
        { placement: here, workspaceId: "ws_b", epoch: 2 },
      ]);
      expect(await containers().list(unique())).toEqual([]);
    });

    it("have an epoch for each of many that claim at once", async () => {
      const placement = unique();
      const claimed = await Promise.all(
        Array.from({ length: 20 }, () => containers().claim(placement, "ws_a")),
      );
      const epochs = claimed.map(({ epoch }) => epoch).toSorted((one, other) => one - other);
      expect(epochs).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    });

    it("are released by their last epoch only", async () => {
      const placement = unique();
      const first = await containers().claim(placement, "ws_a");
      const second = await containers().claim(placement, "ws_a");
      await containers().release(first);
      expect(await containers().list(placement)).toEqual([second]);
      await containers().release(second);
      await containers().release(second);
      expect(await containers().list(placement)).toEqual([]);
      expect(await containers().claim(placement, "ws_a")).toEqual({
        placement,
        workspaceId: "ws_a",
        epoch: 1,
      });
    });

    it("that are undone were never claimed", async () => {
      const placement = unique();
      const undone = theStore().transaction(async (inside) => {
        await inside.containers.claim(placement, "ws_a");
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      expect(await containers().list(placement)).toEqual([]);
    });
  });
}
