import { expect } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { browserTest } from "../testing/browser-test.ts";
import { freshName } from "../testing/fresh-name.ts";
import { filesOf, fitsEachWidth } from "../testing/rewinding.ts";

interface Template {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly files: readonly { readonly path: string }[];
}

browserTest(
  "a workspace is saved as a template with its files by the keyboard, and the template is opened",
  { expected: [/ 409 POST .*save-as-template/, /status of 409/] },
  async (app) => {
    const { page, call } = app;
    const [name, taken, saved] = [freshName("site"), freshName("taken"), freshName("kit")];
    const { id } = await call<{ id: string }>("POST", "/api/workspaces", { name });
    await call("POST", `/api/workspaces/${id}/save-as-template`, { name: taken });
    await filesOf(app, id).write("src/index.html", "<h1>Maps</h1>");

    const menu = page.getByRole("button", { name: `Actions for ${name}` });
    await menu.focus();
    await menu.press("ArrowDown");
    await page.getByRole("menuitem", { name: "Save as template…" }).press("Enter");
    const dialog = page.getByRole("dialog");
    const field = dialog.getByRole("textbox", { name: "Name" });
    expect(await field.inputValue()).toBe(name);
    await field.fill(taken);
    await field.press("Enter");
    await dialog.getByText("Another template has this name.").waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    await expectAccessible(page);
    await fitsEachWidth(page);

    await field.fill(saved);
    await dialog.getByRole("textbox", { name: "Description" }).fill("A static site.");
    await dialog.getByRole("checkbox", { name: "Include the files" }).press("Space");
    await field.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Template saved").waitFor();
    const templates = await call<readonly Template[]>("GET", "/api/templates?limit=500");
    const made = templates.filter((template) => template.name === saved);
    expect(made).toMatchObject([{ description: "A static site.", files: [{ path: "src/index.html" }] }]);
    await page.getByRole("button", { name: "Open template" }).press("Enter");
    await page.waitForURL(`${app.server.origin}/library/templates/${made[0]?.id ?? ""}`);
    await page.getByText("index.html").first().waitFor();
  },
);
