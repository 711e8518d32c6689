import { expect, it } from "vitest";
import { memoryObjects } from "../memory/objects/memory-objects.ts";
import { describeObjectStoreContract } from "../testing/object-store-contract/describe-object-store-contract.ts";
import { bytesOf, keysBelow } from "../testing/object-store-contract/given.ts";
import { codeOf } from "../testing/volume-contract/given.ts";
import { prefixedObjects } from "./prefixed-objects.ts";

describeObjectStoreContract("below a prefix, in memory", () => {
  const inner = memoryObjects();
  return { store: prefixedObjects(inner, "w/ws_1"), another: () => prefixedObjects(inner, "w/ws_1/") };
});

it("the objects below a prefix are those of no other, and removing them leaves the others", async () => {
  const inner = memoryObjects();
  const [one, other] = [prefixedObjects(inner, "w/ws_1"), prefixedObjects(inner, "w/ws_10")];
  await one.put("p/a", Uint8Array.of(1));
  await other.put("p/a", Uint8Array.of(2));
  expect(await keysBelow(inner, "")).toEqual(["w/ws_1/p/a", "w/ws_10/p/a"]);
  expect(await bytesOf(one, "p/a")).toEqual(Uint8Array.of(1));
  expect(await keysBelow(one, "")).toEqual(["p/a"]);
  expect(await codeOf(one.get("../ws_10/p/a"))).toBe("invalid_request");
  await one.delete(await keysBelow(one, ""));
  expect(await keysBelow(inner, "")).toEqual(["w/ws_10/p/a"]);
});

it.each(["", "/", "W", "a//", "../a"])("%j is refused as a prefix", (prefix) => {
  expect(() => prefixedObjects(memoryObjects(), prefix)).toThrow(
    expect.objectContaining({ code: "invalid_request" }),
  );
});
