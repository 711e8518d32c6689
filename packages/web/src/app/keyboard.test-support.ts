import type { Page } from "playwright-core";

/** What has the focus, as it is called. */
export async function focused(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const { activeElement: element } = document;
    if (element === null) return "";
    return element.getAttribute("aria-label") ?? element.textContent.trim();
  });
}

/** Goes on with the Tab key until something is reached, as people do who see the focus. */
export async function tabTo(page: Page, name: string | RegExp, key = "Tab"): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key);
    const now = await focused(page);
    if (typeof name === "string" ? now === name : name.test(now)) return;
    passed.push(now);
  }
  throw new Error(`${String(name)} is not reached: ${passed.join(", ")}`);
}

/** Opens the palette, which then has the focus. */
export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").and(page.locator(":focus")).waitFor();
}

/** Opens the palette, types and goes to the first that fits. */
export async function goTo(page: Page, text: string): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(text);
  await page.getByRole("option", { selected: true }).getByText(text, { exact: true }).waitFor();
  await page.keyboard.press("Enter");
}
