import { memoryStore } from "@workspace-agent/core/memory";
import { describeStoreContract } from "@workspace-agent/core/testing";
import { storeWithParts } from "./store-with-parts.ts";

describeStoreContract("a store for turns alone", () => ({ store: storeWithParts(memoryStore(), []) }), {
  parts: [],
});

describeStoreContract(
  "a store with some parts",
  () => ({ store: storeWithParts(memoryStore(), ["blobs", "usage"]) }),
  { parts: ["blobs", "usage"] },
);
