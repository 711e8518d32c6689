import type { Page } from "playwright-core";

/** The name of the focused element. */
export async function focused(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const { activeElement: element } = document;
    if (element === null) return "";
    return element.getAttribute("aria-label") ?? element.textContent.trim();
  });
}

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    if (now === name) return;
    passed.push(now);
  }
  throw new Error(`${name} was not reached: ${passed.join(", ")}`);
}

export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").and(page.locator(":focus")).waitFor();
}

/** Runs the first command that matches a text. */
export async function goTo(page: Page, text: string): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(text);
  await page.getByRole("option", { selected: true }).getByText(text, { exact: true }).waitFor();
  await page.keyboard.press("Enter");
}
