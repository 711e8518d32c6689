import { expect, it } from "vitest";
import { testStore } from "../../testing/index.ts";
import { promptKind } from "../prompts/prompt-kind.ts";
import { newRecord } from "../collection/collection-record.ts";
import { PendingWrites } from "./pending-writes.ts";

it("records are written in the order of their names, whatever the order of the load", async () => {
  const store = testStore();
  const saved: string[] = [];
  const { save } = store.library;
  store.library.save = async (records) => {
    saved.push(...records.map(({ name }) => name));
    await save(records);
  };
  const writes = new PendingWrites(store, "default", false);
  for (const name of ["b", "c", "a"]) {
    const draft = { name, description: "", content: "{}" };
    writes.save(newRecord(promptKind, "default", draft, 1));
  }
  await writes.flush();
  expect(saved).toEqual(["a", "b", "c"]);
});
