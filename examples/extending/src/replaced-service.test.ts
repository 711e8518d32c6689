import { expect, it } from "vitest";
import { givenService } from "./given-service.test-support.ts";
import { limitsByPlan } from "./replaced-service.ts";

const DAY_MS = 86_400_000;

it("a tenant has as many turns in a day as its plan says, whatever else it does", async () => {
  let now = 20 * DAY_MS + DAY_MS / 2;
  const planOf = async () => ({ turnsADay: 2 });
  const script = [{ text: "one" }, { text: "two" }, { text: "three" }];
  await using given = await givenService(script, { overrides: [limitsByPlan(planOf, () => now)] });
  expect((await given.run("go")).final_message).toBe("one");
  expect((await given.run("go")).final_message).toBe("two");
  const chat = `/workspaces/${given.workspace}/chat`;
  const refused = await given.call("POST", chat, { message: "go", mode: "sync" });
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe(String(DAY_MS / 2 / 1000));
  expect((await given.put("a.txt", "x")).status).toBe(201);
  now += DAY_MS;
  expect((await given.run("go")).final_message).toBe("three");
});
