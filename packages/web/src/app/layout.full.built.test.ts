import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { hasBrowser } from "../testing/browser.ts";
import { fenced, openChat, send } from "../testing/chatting.ts";
import { drawn } from "../testing/drawn.ts";
import { openApp, type OpenApp } from "../testing/open-app.ts";

const isSeen = hasBrowser("layouts in a browser");
const WIDTHS = [390, 820, 1280] as const;

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("It is not shown.");
  return box;
}

async function doTurn(app: OpenApp, message: string): Promise<string> {
  const id = await openChat(app);
  await send(app, message);
  await app.page.getByText("Finished", { exact: true }).waitFor();
  return id;
}

/** How far each label of the chart's axes stands out of it. */
async function labelsOutside(chart: Locator): Promise<readonly string[]> {
  return await chart.evaluate((frame) => {
    const room = frame.getBoundingClientRect();
    return [...frame.querySelectorAll("text")]
      .filter((label) => {
        const { left, right } = label.getBoundingClientRect();
        return left < room.left - 0.5 || right > room.right + 0.5;
      })
      .map((label) => label.textContent);
  });
}

/** Amounts whose labels are long: cents of cents, and hours with minutes. */
const AMOUNTS = {
  input_tokens: 765_432_100,
  output_tokens: 98_765_432,
  cost_usd: 0.000_012,
  duration_ms: 12_345_678,
};

async function answerWithAmounts(page: Page): Promise<void> {
  await page.route(/\/usage(\?|$)/, async (route) => {
    if (route.request().resourceType() === "document") {
      await route.continue();
      return;
    }
    const answer = await route.fetch();
    const usage = (await answer.json()) as { readonly by_day: readonly object[] };
    const days = Array.from({ length: 31 }, (_, index) => `2026-01-${String(index + 1).padStart(2, "0")}`);
    const by_day = days.map((day) => ({ ...usage.by_day[0], ...AMOUNTS, day }));
    await route.fulfill({ response: answer, json: { ...usage, ...AMOUNTS, by_day } });
  });
}

test.skipIf(!isSeen).each(WIDTHS)(
  "no label of the usage charts is cut off, %i pixels wide",
  async (width) => {
    await using app = await openApp({ width });
    const { page } = app;
    const id = await doTurn(app, "Say so.");
    await answerWithAmounts(page);
    await page.goto(`${app.server.origin}/workspaces/${id}/usage`);
    for (const name of ["Tokens", "Time", "Cost"]) {
      const chart = page.getByRole("slider", { name });
      await chart.waitFor();
      await drawn(page);
      expect(await labelsOutside(chart), name).toEqual([]);
    }
  },
  240_000,
);

test.skipIf(!isSeen).each(["chat", "changes", "files?path=a.txt"] as const)(
  "on a tablet %s has the room that it needs",
  async (view) => {
    await using app = await openApp({ width: 820 });
    const { page } = app;
    const id = await doTurn(app, fenced("file:a.txt", "one", "two"));
    await page.goto(`${app.server.origin}/workspaces/${id}/${view}`);
    const shown = {
      chat: page.getByRole("region", { name: "Conversation" }),
      changes: page.getByRole("region", { name: "a.txt" }),
      "files?path=a.txt": page.getByRole("textbox", { name: "a.txt" }),
    }[view];
    await shown.waitFor();
    expect((await boxOf(shown)).width).toBeGreaterThan(480);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Library" }).waitFor();
  },
  240_000,
);

const CODE = fenced("js", `const long = "${"x".repeat(300)}";`, "const next = 1;");

test.skipIf(!isSeen).each(WIDTHS)(
  "no button stands on code or on an output, %i pixels wide",
  async (width) => {
    await using app = await openApp({ width });
    const { page } = app;
    await doTurn(app, `${CODE}\n\n${fenced("sh", `echo ${"y".repeat(300)}`)}`);
    const transcript = page.getByLabel("Transcript");
    await transcript.press("Home");
    await page.getByLabel("Your message").getByRole("button", { name: "Copy code" }).first().waitFor();
    const covered = await transcript.evaluate((scroller) => {
      const over = (a: DOMRect, b: DOMRect) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      const texts = [...scroller.querySelectorAll("pre")].map((pre) => pre.getBoundingClientRect());
      return [...scroller.querySelectorAll("button")]
        .filter((button) => texts.some((text) => over(button.getBoundingClientRect(), text)))
        .map((button) => button.getAttribute("aria-label") ?? button.textContent);
    });
    expect(covered).toEqual([]);
  },
  240_000,
);

test.skipIf(!isSeen).each(WIDTHS)(
  "a file that was added or deleted has lines of one kind alone, %i pixels wide",
  async (width) => {
    await using app = await openApp({ width });
    const { page } = app;
    const id = await doTurn(
      app,
      fenced("sh", "printf 'one\\ntwo\\n' > added.txt; printf 'old\\n' > gone.txt"),
    );
    await page.goto(`${app.server.origin}/workspaces/${id}/changes`);
    await page.getByRole("button", { name: /added\.txt/ }).click();
    const diff = page.getByRole("region", { name: "added.txt" });
    await diff.getByRole("textbox", { name: "After: added.txt" }).getByText("two").waitFor();
    await drawn(page);
    expect(await diff.locator(".cm-deletedChunk, .cm-deletedLine").count()).toBe(0);
    // The last line ends with the file: none follows it.
    expect(await diff.getByRole("textbox", { name: "After: added.txt" }).locator(".cm-line").count()).toBe(2);

    const message = fenced("sh", "rm gone.txt");
    await app.call("POST", `/api/workspaces/${id}/chat`, { message, mode: "sync" });
    await page.goto(`${app.server.origin}/workspaces/${id}/changes`);
    const gone = page.getByRole("region", { name: "gone.txt" });
    await gone.getByText("old").first().waitFor();
    await drawn(page);
    expect(await gone.locator(".cm-insertedLine").count()).toBe(0);
  },
  240_000,
);
