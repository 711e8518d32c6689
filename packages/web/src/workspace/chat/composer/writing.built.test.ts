import { expect } from "vitest";
import { expectAccessible } from "../../../testing/accessible.ts";
import { browserTest } from "../../../testing/browser-test.ts";
import { fenced, openChat } from "../../../testing/chatting.ts";
import { freshName } from "../../../testing/fresh-name.ts";
import { filesOf, fitsEachWidth, messages } from "../../../testing/rewinding.ts";

browserTest(
  "Enter sends, ArrowUp writes the last message again, and Escape stops a turn",
  {},
  async (app) => {
    const { page } = app;
    await openChat(app, { permissions: { bash: "ask" } });
    const field = page.getByLabel("Message to the agent");
    await field.fill("One");
    await field.press("Shift+Enter");
    await page.keyboard.type("two");
    await field.press("Enter");
    await page.getByText("Finished", { exact: true }).waitFor();
    expect(await field.inputValue()).toBe("");
    await field.press("ArrowUp");
    expect(await field.inputValue()).toBe("One\ntwo");

    await field.fill(fenced("sh", "echo one"));
    await field.press("Enter");
    await page.getByRole("group", { name: "Approval", exact: true }).waitFor();
    // Escape closes a menu, and only then stops the turn.
    await page.getByRole("button", { name: "Actions for this session" }).click();
    await page.getByRole("menu").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await page.getByText("Waiting for your answer", { exact: true }).waitFor();
    await field.press("Escape");
    await page.getByText("Stopped", { exact: true }).waitFor();
  },
);

browserTest("a slash suggests prompts and skills, and an at sign files", {}, async (app) => {
  const { page, call } = app;
  const [plain, open, skill] = [freshName("summary"), freshName("summary"), freshName("notes")];
  await call("POST", "/api/prompts", { name: plain, description: "In short.", content: "Summarize." });
  await call("POST", "/api/prompts", { name: open, content: "Summarize {{what}}." });
  // More than the list shows.
  for (let index = 0; index < 12; index++)
    await call("POST", "/api/prompts", { name: freshName("more"), content: "Go on." });
  const content = `---\nname: ${skill}\ndescription: Writes notes.\n---\n\nBe brief.\n`;
  await call("POST", "/api/skills", { files: [{ path: "SKILL.md", content }] });
  const id = await openChat(app, { skills: [skill] });
  await filesOf(app, id).write("src/area of maps.ts", "export {};\n");
  await filesOf(app, id).write("src/main.ts", "export {};\n");
  const field = page.getByLabel("Message to the agent");
  const option = (name: string) => page.getByRole("option", { name });

  await field.fill("/");
  await option(skill).waitFor();
  await expectAccessible(page);
  await fitsEachWidth(page);
  await page.keyboard.type("notes");
  await option(plain).waitFor({ state: "detached" });
  await field.press("Enter");
  expect(await field.inputValue()).toBe(`Use the skill \`${skill}\`. `);

  await field.fill(`/${plain}`);
  await option(plain).waitFor();
  await field.press("Tab");
  await page.getByRole("button", { name: `Remove ${plain}` }).waitFor();
  expect(await field.inputValue()).toBe("");

  await field.fill("/summary");
  await option(open).waitFor();
  await option(open).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("what").fill("the maps");
  await dialog.getByRole("button", { name: "Use prompt" }).click();
  await page.getByRole("button", { name: `Remove ${open}` }).waitFor();

  await field.fill("Look at ");
  await page.keyboard.type("@ts");
  await option("src/main.ts").waitFor();
  await field.press("ArrowDown");
  await page.getByRole("option", { name: "src/main.ts", selected: true }).waitFor();
  await field.press("Enter");
  expect(await field.inputValue()).toBe("Look at `src/main.ts` ");
  await page.getByRole("button", { name: "Remove src/main.ts" }).waitFor();

  // Escape closes the list; without one, Enter sends.
  await page.keyboard.type("@main");
  await option("src/main.ts").waitFor();
  await field.press("Escape");
  await page.getByRole("listbox").waitFor({ state: "detached" });
  await field.press("Enter");
  await messages(page).getByText("@main").waitFor();
  await messages(page).getByRole("link", { name: "src/main.ts" }).waitFor();
});
