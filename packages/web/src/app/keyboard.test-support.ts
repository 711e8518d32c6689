import type { Locator, Page } from "playwright-core";
import { painted } from "../testing/painted.ts";

const MOST_PRESSES = 150;

/** The name of the focused element. */
export async function focused(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const { activeElement: element } = document;
    if (element === null) return "";
    return element.getAttribute("aria-label") ?? element.textContent.trim();
  });
}

/** Presses a key until an element has the focus. */
async function pressUntil(key: string, target: Locator): Promise<void> {
  const page = target.page();
  await target.first().waitFor();
  const passed: string[] = [];
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    if ((await target.and(page.locator(":focus")).count()) > 0) return;
    await page.keyboard.press(key);
    // A list renders the rows around the focus.
    await painted(page);
    passed.push(await focused(page));
  }
  throw new Error(`${String(target)} was not reached with ${key}: ${passed.join(", ")}`);
}

export async function tabTo(target: Locator): Promise<void> {
  await pressUntil("Tab", target);
}

/** Presses Enter on a button, a link or the like. */
export async function activate(target: Locator): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press("Enter");
}

/** Replaces the text of a field. */
export async function write(field: Locator, text: string): Promise<void> {
  await tabTo(field);
  const { keyboard } = field.page();
  await keyboard.press("Control+a");
  await keyboard.insertText(text);
}

/** Chooses an item of the menu of a button. */
export async function chooseItem(button: Locator, name: string): Promise<void> {
  await activate(button);
  const item = button.page().getByRole("menuitem", { name });
  await pressUntil("ArrowDown", item);
  await item.page().keyboard.press("Enter");
}

/** Checks one of the radio buttons of a group. */
export async function chooseOption(group: Locator, name: string): Promise<void> {
  await tabTo(group.getByRole("radio"));
  await pressUntil("ArrowRight", group.getByRole("radio", { name }));
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
