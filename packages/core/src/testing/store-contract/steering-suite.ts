import { describe, expect, it } from "vitest";
import type { SteeringMessage } from "../../ports/steering-store.ts";
import { givenSession, givenWorkspace, reread, type TheStore } from "./given.ts";
import { anEvent, unique } from "./records.ts";

function aSteeringMessage(position: number): SteeringMessage {
  const event = anEvent("ses_1", position + 1, `message ${position}`);
  if (event.type !== "item.completed") throw new Error("An event of an item is expected.");
  return { position, item: { ...event.item, role: "user" } };
}

export function steeringSuite(theStore: TheStore): void {
  const steering = () => theStore().steering;

  describe("messages that wait to join a turn", () => {
    it("are given back in the order of their positions, until they are cleared", async () => {
      const { tenant, id } = await givenSession(theStore());
      const [first, second, third] = [0, 1, 2].map(aSteeringMessage);
      if (first === undefined || second === undefined || third === undefined) throw new Error("three");
      await steering().add(tenant, id, first);
      await steering().add(tenant, id, third);
      await steering().add(tenant, id, second);
      expect(await steering().list(tenant, id)).toEqual([first, second, third]);
      await steering().clear(tenant, id);
      expect(await steering().list(tenant, id)).toEqual([]);
      await steering().clear(tenant, id);
      await steering().add(tenant, id, first);
      expect(await steering().list(tenant, id)).toEqual([first]);
    });

    it("have a position that no other of their session has", async () => {
      const workspace = await givenWorkspace(theStore());
      const one = await givenSession(theStore(), {}, workspace);
      const other = await givenSession(theStore(), {}, workspace);
      await steering().add(one.tenant, one.id, aSteeringMessage(0));
      await steering().add(other.tenant, other.id, aSteeringMessage(0));
      await expect(steering().add(one.tenant, one.id, aSteeringMessage(0))).rejects.toMatchObject({
        code: "internal",
      });
    });

    it("need a session of their tenant, and are seen through it only", async () => {
      const { tenant, id } = await givenSession(theStore());
      const stranger = unique();
      await expect(steering().add(stranger, id, aSteeringMessage(0))).rejects.toMatchObject({
        code: "not_found",
      });
      await steering().add(tenant, id, aSteeringMessage(0));
      expect(await steering().list(stranger, id)).toEqual([]);
      expect(await steering().list(tenant, "ses_other")).toEqual([]);
      await steering().clear(stranger, id);
      expect(await steering().list(tenant, id)).toHaveLength(1);
    });

    it("come with the session's count of them, or not at all", async () => {
      const session = await givenSession(theStore());
      const { tenant, id } = session;
      const accept = (fails: boolean) =>
        theStore().transaction(async ({ sessions, steering: inbox }) => {
          const record = await sessions.lock(tenant, id);
          if (record === null) throw new Error("The session is there.");
          await inbox.add(tenant, id, aSteeringMessage(record.steering));
          await sessions.save({ ...record, steering: record.steering + 1 });
          if (fails) throw new Error("undone");
        });
      await expect(accept(true)).rejects.toThrow("undone");
      expect(await steering().list(tenant, id)).toEqual([]);
      await Promise.all([accept(false), accept(false), accept(false)]);
      expect(await reread(theStore(), session)).toMatchObject({ steering: 3 });
      expect((await steering().list(tenant, id)).map(({ position }) => position)).toEqual([0, 1, 2]);
    });

    it("go with their session, and with its workspace", async () => {
      const workspace = await givenWorkspace(theStore());
      const [one, other] = [
        await givenSession(theStore(), {}, workspace),
        await givenSession(theStore(), {}, workspace),
      ];
      for (const { tenant, id } of [one, other]) await steering().add(tenant, id, aSteeringMessage(0));
      await theStore().sessions.delete(one.tenant, one.id);
      expect(await steering().list(one.tenant, one.id)).toEqual([]);
      expect(await steering().list(other.tenant, other.id)).toHaveLength(1);
      await theStore().workspaces.delete(workspace.tenant, workspace.id);
      expect(await steering().list(other.tenant, other.id)).toEqual([]);
    });
  });
}
