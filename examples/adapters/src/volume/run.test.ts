import { expect, it } from "vitest";

it("the service works with the volumes of the template", async () => {
  const { result } = await import("./run.ts");
  expect(result.status).toBe("completed");
  expect(result.final_message).toContain("Step 2 of 2:\nHello");
});
