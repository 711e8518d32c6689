import { expect } from "vitest";
import { browserTest } from "../testing/browser-test.ts";
import { runTurn } from "../testing/chatting.ts";
import { freshName } from "../testing/fresh-name.ts";
import { focused, goTo, openPalette, tabTo } from "./keyboard.test-support.ts";

browserTest(
  "every command of the palette opens its screen, and Escape restores the focus",
  { path: "/integration/tokens" },
  async (app) => {
    const { page, server } = app;
    const palette = freshName("palette");
    const { id } = await app.call<{ id: string }>("POST", "/api/workspaces", { name: palette });
    await runTurn(app, id, "A talk about maps");
    const open = `/workspaces/${id}`;
    const commands: readonly (readonly [string, string])[] = [
      ["Workspaces", "/workspaces"],
      ["New workspace", "/workspaces?create=true"],
      ["Prompts", "/library/prompts"],
      ["Templates", "/library/templates"],
      ["Skills", "/library/skills"],
      ["Import prompts", "/library/prompts/import"],
      ["Import templates", "/library/templates/import"],
      ["Import skills", "/library/skills/import"],
      ["Service tokens", "/integration/tokens"],
      [palette, `${open}/chat`],
      ["Changes", `${open}/changes`],
      ["Files", `${open}/files`],
      ["Snapshots", `${open}/snapshots`],
      ["Config", `${open}/config`],
      ["Usage", `${open}/usage`],
      ["New session", `${open}/chat`],
      ["A talk about maps", `${open}/chat?session=`],
    ];
    await tabTo(page.getByRole("button", { name: "New service token" }));
    await openPalette(page);
    await page.keyboard.type("nothing like it");
    await page.getByText("No results").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("combobox").waitFor({ state: "detached" });
    await expect.poll(async () => await focused(page)).toBe("New service token");

    for (const [name, address] of commands) {
      await goTo(page, name);
      await expect
        .poll(() => page.url().slice(server.origin.length), { message: name })
        .satisfies((url: string) => (address.endsWith("=") ? url.startsWith(address) : url === address));
      if (!address.includes("create")) continue;
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }

    await page.goto(`${server.origin}/workspaces`);
    await page.getByRole("link", { name: palette }).waitFor();
    await openPalette(page);
    const selected = page.getByRole("option", { selected: true });
    await selected.getByText("Workspaces").waitFor();
    // Workspaces are listed last, once they are loaded.
    await page.getByRole("option", { name: palette }).waitFor();
    await page.keyboard.press("ArrowUp");
    await page.getByRole("option").last().and(selected).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await selected.getByText("New workspace").waitFor();
    await page.keyboard.type("sign out");
    await page.keyboard.press("Enter");
    await page.getByLabel("Password").and(page.locator(":focus")).waitFor();
  },
);
