import { expect } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { serverTest } from "../../testing/browser-test.ts";

/** The providers are not asked. */
const settings = {
  MODEL: "anthropic/claude-haiku-5-5",
  ANTHROPIC_API_KEY: "none",
  OPENAI_API_KEY: "none",
  OPENAI_COMPATIBLE_BASE_URL: "http://127.0.0.1:9/v1",
};
const refused = { expected: [/ 403 PUT/, /status of 403/] };

serverTest(
  "a model is chosen from the list by keyboard or pointer, or typed, in a config and in a template",
  { settings, ...refused },
  async ({ page, call, server }) => {
    const { id } = await call<{ id: string }>("POST", "/api/workspaces", { name: "models" });
    const path = `/api/workspaces/${id}/config`;
    const saved = async () =>
      (await call<{ model: string | null; small_model: string | null }>("GET", path)).model;
    const save = async () => {
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("button", { name: "Save", exact: true, disabled: true }).waitFor();
    };
    await page.goto(`${server.origin}/workspaces/${id}/config`);
    const model = page.getByRole("combobox", { name: "Model", exact: true });
    await page.getByText("1M tokens, $0.1 in, $0.5 out.").first().waitFor();
    expect(await model.getAttribute("placeholder")).toBe("Server default: anthropic/claude-haiku-5-5");

    // The whole list, the default first; then what is typed.
    await model.click();
    const options = page.getByRole("listbox", { name: "Model", exact: true }).getByRole("option");
    await options.first().waitFor();
    expect(await options.count()).toBeGreaterThan(40);
    expect(await options.first().textContent()).toContain("anthropic/claude-haiku-5-5Default");
    await expectAccessible(page);
    await model.fill("gpt-6 luna");
    await page.getByRole("option", { name: /gpt-6-luna/ }).waitFor();
    expect(await options.count()).toBe(1);
    await model.press("ArrowDown");
    await model.press("Enter");
    expect(await model.inputValue()).toBe("openai/gpt-6-luna");
    await save();
    expect(await saved()).toBe("openai/gpt-6-luna");

    // With a model chosen, the list is whole again.
    await model.click();
    await options.nth(30).waitFor();
    await page.getByRole("option", { name: /claude-opus-5-5/ }).click();
    expect(await model.inputValue()).toBe("anthropic/claude-opus-5-5");

    // A reference that is not listed has no price.
    await model.fill("openai-compatible/own");
    await page.getByText("Not in the list.").waitFor();
    await model.press("Escape");
    await page.getByLabel("Cost in US dollars").fill("1");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("this host knows no price of the model openai-compatible/own").first().waitFor();
    await page.getByLabel("Cost in US dollars").fill("");
    await save();
    expect(await saved()).toBe("openai-compatible/own");

    await page.goto(`${server.origin}/library/templates/new`);
    await page.getByLabel("Name", { exact: true }).fill("with-model");
    await page.getByRole("combobox", { name: "Model", exact: true }).fill("sonnet 5.5");
    await page.getByRole("option", { name: /claude-sonnet-5-5/ }).click();
    await page.getByText('"model": "anthropic/claude-sonnet-5-5"').waitFor();
    await expectAccessible(page);
  },
);
