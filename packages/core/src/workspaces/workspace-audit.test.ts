import { expect, it } from "vitest";
import { batchHost, itemsOf } from "../batches/batches.test-support.ts";
import { withMembers } from "../ports/checks/shape.ts";
import type { CompleteStore } from "../ports/store.ts";
import { admin } from "../test-host.test-support.ts";
import { testStore } from "../testing/index.ts";

/** A store, and the sessions that its transactions insert after they have locked the end of the audit log. */
function watchedStore() {
  const store = testStore();
  const late: string[] = [];
  const watched: CompleteStore = {
    ...store,
    transaction: (work, whenWritten) =>
      store.transaction((repositories) => {
        const { audit, sessions } = repositories;
        let isLocked = false;
        return work({
          ...repositories,
          audit: withMembers(audit, {
            lockHead(tenant) {
              isLocked = true;
              return audit.lockHead(tenant);
            },
          }),
          sessions: withMembers(sessions, {
            async insert(record) {
              if (isLocked) late.push(record.id);
              await sessions.insert(record);
            },
          }),
        });
      }, whenWritten),
  };
  return { watched, late };
}

it.each([undefined, "t"])(
  "a workspace that is made with a session holds the audit log at the end of its transaction only, with the template %s",
  async (template) => {
    const { watched, late } = watchedStore();
    await using host = await batchHost(undefined, { store: watched });
    await host.service.templates.create(admin, {
      name: "t",
      description: "",
      config: {},
      files: [],
      labels: {},
    });
    const { id } = await host.create(itemsOf("a"), {
      defaults: { ...(template !== undefined && { template }) },
    });
    await host.ended(id);
    const { items } = await host.service.audit.list(admin, {});
    expect(items.map(({ action }) => action)).toEqual(["config.changed"]);
    expect(late).toEqual([]);
  },
);
