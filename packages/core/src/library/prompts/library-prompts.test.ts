import { describe, expect, it } from "vitest";
import { admin, testHost } from "../../test-host.test-support.ts";

describe("a prompt of the library", () => {
  it("is what a chat is about, by its name or its id", async () => {
    await using host = await testHost({ script: [{ text: "Done." }, { text: "Done." }] });
    const { item } = await host.service.prompts.create(admin, {
      name: "greet",
      description: "",
      content: "Greet {{who}}.",
      labels: {},
    });
    for (const name of ["greet", item.id]) {
      const turn = await host.service.chat.send(admin, host.workspaceId, {
        prompt: { name, arguments: { who: "Ada" } },
      });
      const { messages } = await host.service.chat.result(admin, host.workspaceId, turn, { seconds: 20 });
      expect(messages[0]?.content).toBe("Greet Ada.");
    }
  });
});
