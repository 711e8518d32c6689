import type { SteeringRepository } from "../../ports/steering-store.ts";
import type { Access } from "./access.ts";
import { frozenCopy } from "./frozen-copy.ts";
import { existingLog } from "./session-log-repositories.ts";
import { groupOf } from "./tables.ts";

export function steeringRepository(access: Access): SteeringRepository {
  return {
    async add(tenant, sessionId, message) {
      const copy = frozenCopy(message);
      await access.write((tables) => {
        const inbox = existingLog(tables, tenant, sessionId);
        tables.steering.insert(inbox, copy, "A place among the messages that wait is taken.");
      });
    },
    async list(tenant, sessionId) {
      return access.tables.steering.group(groupOf(tenant, sessionId));
    },
    async clear(tenant, sessionId) {
      await access.write((tables) => tables.steering.clear(groupOf(tenant, sessionId)));
    },
  };
}
