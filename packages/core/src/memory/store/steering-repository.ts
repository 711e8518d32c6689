import { DomainError } from "../../domain/errors/domain-error.ts";
import type { SteeringRepository } from "../../ports/steering-store.ts";
import type { Access } from "./access.ts";
import { frozenCopy } from "./frozen-copy.ts";
import { logOf } from "./tables.ts";

export function steeringRepository(access: Access): SteeringRepository {
  return {
    async add(tenant, sessionId, message) {
      const copy = frozenCopy(message);
      await access.write((tables) => {
        if (!tables.sessions.get(tenant, sessionId))
          throw new DomainError("not_found", "There is no such session.");
        const inbox = logOf(tenant, sessionId);
        if (tables.steering.get(inbox, copy.position))
          throw new DomainError("internal", "A place among the messages that wait is taken.");
        tables.steering.put(inbox, copy);
      });
    },
    async list(tenant, sessionId) {
      return access.tables.steering.group(logOf(tenant, sessionId));
    },
    async clear(tenant, sessionId) {
      await access.write((tables) => tables.steering.clear(logOf(tenant, sessionId)));
    },
  };
}
