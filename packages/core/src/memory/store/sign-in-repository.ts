import type { SignInRepository } from "../../ports/sign-in-store.ts";
import type { Access } from "./access.ts";
import { frozenCopy } from "./frozen-copy.ts";
import { EVERYONE } from "./tables.ts";

export function signInRepository(access: Access): SignInRepository {
  return {
    async insertSession(record) {
      const copy = frozenCopy(record);
      await access.write((tables) => tables.browserSessions.put(EVERYONE, copy));
    },
    async findSession(hash, now) {
      const record = access.tables.browserSessions.get(EVERYONE, hash);
      return record !== undefined && record.expires_at > now ? record : null;
    },
    async prolongSession(hash, expiresAt) {
      await access.write((tables) =>
        tables.browserSessions.update(EVERYONE, hash, { expires_at: expiresAt }),
      );
    },
    async deleteSession(hash) {
      return access.write((tables) => tables.browserSessions.remove(EVERYONE, hash));
    },
    async insertCode(hash, expiresAt) {
      await access.write((tables) => tables.signInCodes.put(EVERYONE, { hash, expiresAt }));
    },
    async consumeCode(hash, now) {
      return access.write((tables) => {
        const code = tables.signInCodes.get(EVERYONE, hash);
        tables.signInCodes.remove(EVERYONE, hash);
        return code !== undefined && code.expiresAt > now;
      });
    },
    async sweep(now) {
      await access.write((tables) => {
        tables.browserSessions.removeWhere(({ expires_at }) => expires_at <= now);
        tables.signInCodes.removeWhere(({ expiresAt }) => expiresAt <= now);
      });
    },
  };
}
