import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { browserTest } from "../testing/browser-test.ts";
import { fenced, openChat, send } from "../testing/chatting.ts";
import type { OpenApp } from "../testing/open-app.ts";
import { painted } from "../testing/painted.ts";

const WIDTHS = [390, 820, 1280] as const;
const HEIGHT = 800;

async function runTurn(app: OpenApp, message: string): Promise<string> {
  const id = await openChat(app);
  await send(app, message);
  await app.page.getByText("Finished", { exact: true }).waitFor();
  return id;
}

/** The labels of a chart that are not fully inside of it. */
async function clippedLabels(chart: Locator): Promise<readonly string[]> {
  return await chart.evaluate((frame) => {
    const bounds = frame.getBoundingClientRect();
    return [...frame.querySelectorAll("text")]
      .filter((label) => {
        const { left, right } = label.getBoundingClientRect();
        return left < bounds.left - 0.5 || right > bounds.right + 0.5;
      })
      .map((label) => label.textContent);
  });
}

/** Amounts with long labels. */
const AMOUNTS = {
  input_tokens: 765_432_100,
  output_tokens: 98_765_432,
  cost_usd: 0.000_012,
  duration_ms: 12_345_678,
};

async function fakeUsage(page: Page): Promise<void> {
  await page.route(/\/usage(\?|$)/, async (route) => {
    if (route.request().resourceType() === "document") {
      await route.continue();
      return;
    }
    const response = await route.fetch();
    const usage = (await response.json()) as { readonly by_day: readonly object[] };
    const days = Array.from({ length: 31 }, (_, index) => `2026-01-${String(index + 1).padStart(2, "0")}`);
    const by_day = days.map((day) => ({ ...usage.by_day[0], ...AMOUNTS, day }));
    await route.fulfill({ response, json: { ...usage, ...AMOUNTS, by_day } });
  });
}

browserTest("usage charts do not clip labels at any width", {}, async (app) => {
  const { page } = app;
  const id = await runTurn(app, "Say so.");
  await fakeUsage(page);
  await page.goto(`${app.server.origin}/workspaces/${id}/usage`);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const name of ["Tokens", "Time", "Cost"]) {
      const chart = page.getByRole("slider", { name });
      await chart.waitFor();
      await painted(page);
      expect(await clippedLabels(chart), `${name} at ${width} px`).toEqual([]);
    }
  }
});

browserTest("the views of a workspace have enough space on a tablet", { width: 820 }, async (app) => {
  const { page } = app;
  const id = await runTurn(app, fenced("file:a.txt", "one", "two"));
  const views: readonly (readonly [string, Locator])[] = [
    ["chat", page.getByRole("region", { name: "Conversation" })],
    ["changes", page.getByRole("region", { name: "a.txt" })],
    ["files?path=a.txt", page.getByRole("textbox", { name: "a.txt" })],
  ];
  for (const [view, content] of views) {
    await page.goto(`${app.server.origin}/workspaces/${id}/${view}`);
    await content.waitFor();
    expect((await content.boundingBox())?.width, view).toBeGreaterThan(480);
  }
});

browserTest("no button covers code or output at any width", {}, async (app) => {
  const { page } = app;
  const code = fenced("js", `const long = "${"x".repeat(300)}";`, "const next = 1;");
  await runTurn(app, `${code}\n\n${fenced("sh", `echo ${"y".repeat(300)}`)}`);
  const transcript = page.getByLabel("Transcript");
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await transcript.press("Home");
    await page.getByLabel("Your message").getByRole("button", { name: "Copy code" }).first().waitFor();
    const covered = await transcript.evaluate((scroller) => {
      const overlap = (a: DOMRect, b: DOMRect) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      const texts = [...scroller.querySelectorAll("pre")].map((pre) => pre.getBoundingClientRect());
      return [...scroller.querySelectorAll("button")]
        .filter((button) => texts.some((text) => overlap(button.getBoundingClientRect(), text)))
        .map((button) => button.getAttribute("aria-label") ?? button.textContent);
    });
    expect(covered, `${width} px`).toEqual([]);
  }
});
