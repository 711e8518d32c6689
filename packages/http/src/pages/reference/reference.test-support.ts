import type { Page } from "playwright-core";

/** Opens an operation, fills in what is given and sends it; returns the status that the page shows. */
export async function tryOut(
  page: Page,
  tag: string,
  operationId: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<string> {
  const operation = page.locator(`[id="/${tag}/${operationId}"]`);
  if (!(await operation.evaluate((details: HTMLDetailsElement) => details.open)))
    await operation.locator("summary").first().click();
  await operation.locator(".try > summary").click();
  for (const [name, value] of Object.entries(fields)) await operation.locator(`[name="${name}"]`).fill(value);
  await operation.getByRole("button", { name: "Send" }).click();
  const status = operation.locator("output p");
  await status.getByText(/^\d{3} /).waitFor();
  return await status.innerText();
}
