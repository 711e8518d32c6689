import { describeStoreContract } from "@workspace-agent/core/testing";
import { sqliteStore } from "./sqlite-store.ts";

describeStoreContract("sqlite, in memory", () => ({ store: sqliteStore({ file: ":memory:" }) }), {
  outlivesClose: false,
});
