import { expect } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { browserTest } from "../../testing/browser-test.ts";
import { fenced, openChat, runTurn, send } from "../../testing/chatting.ts";
import { PATIENCE_MS } from "../../testing/open-app.ts";
import { filesOf, fitsEachWidth } from "../../testing/rewinding.ts";

browserTest("comments on lines of changed files become a message", {}, async (app) => {
  const { page, server } = app;
  const id = await openChat(app);
  await send(app, fenced("file:src/a.ts", "const a = 1;", "const b = 2;", "const c = 3;"));
  await page.getByText("Finished", { exact: true }).waitFor();
  await page.goto(`${server.origin}/workspaces/${id}/changes`);
  await page.getByRole("button", { name: "Comment on the file" }).waitFor();
  const after = page.getByRole("textbox", { name: "After: src/a.ts" });
  await after.getByText("const b").click();
  await page.getByRole("button", { name: "Comment on line 2" }).click();
  await page.getByRole("textbox", { name: "Comment" }).fill("Why two?");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add to message" }).click();
  // By keyboard: two lines.
  await after.press("Control+Home");
  await after.press("Shift+ArrowDown");
  await after.press("Shift+End");
  await page.getByRole("button", { name: "Comment on lines 1 to 2" }).press("Enter");
  await page.getByRole("textbox", { name: "Comment" }).fill("One declaration is enough.");
  await page.getByRole("button", { name: "Add to message" }).press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expectAccessible(page);
  await fitsEachWidth(page);
  await page.getByRole("link", { name: "Finish your message" }).click();
  const quoted = (...lines: readonly string[]) => ["```", ...lines, "```"].join("\n");
  const message = [
    "On `src/a.ts`, line 2:",
    quoted("const b = 2;"),
    "Why two?",
    "On `src/a.ts`, lines 1 to 2:",
    quoted("const a = 1;", "const b = 2;"),
    "One declaration is enough.",
  ].join("\n\n");
  expect(await page.getByLabel("Message to the agent").inputValue()).toBe(message);
  await page.getByLabel("Message to the agent").press("Control+Enter");
  await page.getByLabel("Your message").getByText("One declaration is enough.").waitFor();
});

browserTest("the change of a file is reverted, where it has not changed since", {}, async (app) => {
  const { page, server } = app;
  const id = await openChat(app);
  await runTurn(app, id, fenced("sh", "seq 30 > many.txt; echo old > gone.txt; echo 1 > once.txt"));
  await runTurn(
    app,
    id,
    fenced("sh", "sed -i 's/^3$/three/' many.txt; rm gone.txt; echo new > added.txt; echo 2 > once.txt"),
  );
  const files = filesOf(app, id);
  const many = (await files.read("many.txt")) ?? "";
  await files.write("many.txt", many.replace("28\n", "twenty-eight\n"));
  await files.write("once.txt", "3\n");
  await page.goto(`${server.origin}/workspaces/${id}/changes`);
  const revert = async (path: string) => {
    await page.getByRole("navigation", { name: "Changed files" }).getByRole("button", { name: path }).click();
    await page.getByRole("button", { name: "Revert file…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revert file" }).click();
  };
  for (const path of ["many.txt", "gone.txt", "added.txt"]) {
    await revert(path);
    await page.getByText("reverted", { exact: true }).waitFor();
    await expectAccessible(page);
  }
  const numbers = Array.from({ length: 30 }, (_, index) => (index === 27 ? "twenty-eight" : index + 1));
  expect(await files.read("many.txt")).toBe(`${numbers.join("\n")}\n`);
  expect(await files.read("gone.txt")).toBe("old\n");
  expect(await files.read("added.txt")).toBe(null);
  await revert("once.txt");
  await page.getByText("These lines have changed since. Nothing was reverted.").waitFor();
  await expectAccessible(page);
  expect(await files.read("once.txt")).toBe("3\n");
});

browserTest("the changes of a session that has ended are complete", {}, async (app) => {
  const { page, server } = app;
  const id = await openChat(app, { permissions: { bash: "ask" } });
  await send(app, fenced("sh", "echo two > b.txt"));
  const allow = page.getByRole("button", { name: "Allow", exact: true });
  await allow.waitFor();
  const changes = await page.context().newPage();
  changes.setDefaultTimeout(PATIENCE_MS);
  await changes.goto(`${server.origin}/workspaces/${id}/changes`);
  await changes.getByText("The session is still running.").waitFor();
  // The last poll reads the files before the end, and is answered after it.
  const [read, ended] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  await changes.route(
    /\/api\/.*\/changes$/,
    async (route) => {
      const response = await route.fetch();
      read.resolve(undefined);
      await ended.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await read.promise;
  await allow.click();
  await page.getByText("Finished", { exact: true }).waitFor();
  const file = changes.getByRole("textbox", { name: "After: b.txt" });
  await changes.getByText("Files that Git ignores").or(file).first().waitFor();
  ended.resolve(undefined);
  await file.waitFor();
  await changes.close();
});
