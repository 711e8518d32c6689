import type { Page } from "playwright-core";

/** Opens an operation, fills in what is asked for and sends it; gives the status that the page shows. */
export async function tryOut(page: Page, tag: string, operationId: string): Promise<string> {
  const operation = page.locator(`[id="operations-${tag}-${operationId}"]`);
  if (!((await operation.getAttribute("class")) ?? "").includes("is-open")) {
    await operation.locator(".opblock-summary-control").click();
  }
  await operation.locator(".try-out__btn").click();
  await operation.locator(".execute").click();
  return (await operation.locator(".live-responses-table .response-col_status").last().innerText()).trim();
}
