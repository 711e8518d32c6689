import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeStoreContract } from "@workspace-agent/core/testing";
import { sqliteStore } from "./sqlite-store.ts";

describeStoreContract("sqlite, in a file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "store-sqlite-"));
  const file = join(folder, "agent.db");
  return {
    store: sqliteStore({ file }),
    reopen: () => sqliteStore({ file }),
    remove: () => rm(folder, { recursive: true }),
  };
});
