import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { browserTest } from "../../testing/browser-test.ts";
import type { OpenApp } from "../../testing/open-app.ts";
import { fenced, openChat, send } from "../../testing/chatting.ts";
import { fitsEachWidth } from "../../testing/rewinding.ts";

const COLOURED = [
  "printf '\\033[31m%s\\n' begin",
  "seq 1 60",
  "printf 'end\\033[0m plain\\n'",
  "printf '10 %%\\r\\033[2K100 \\033[7m%%\\033[m\\n'",
];
/** Each of the 256 colours as text and behind text, and 16 colours on 16 others. */
const ALL = [
  "for i in $(seq 0 255); do",
  '  printf \'\\033[38;5;%dm%s\\033[0m \\033[48;5;%dm%s\\033[0m\\n\' $i "front $i" $i "back $i"',
  "done",
];
const PAIRS = [
  "for i in $(seq 0 15); do for j in $(seq 0 15); do",
  "  printf '\\033[38;5;%d;48;5;%dm%d on %d\\033[0m\\n' $i $j $i $j",
  "done; done",
];

interface Drawn {
  readonly text: string;
  readonly contrast: number;
}

/** The contrast of each span of an output to what is behind it, by the formula of WCAG 2.2. */
const contrasts = async (output: Locator) =>
  await output.evaluate((element): Drawn[] => {
    const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    if (context === null) throw new Error("There is no canvas.");
    const luminance = (...layers: readonly string[]) => {
      for (const layer of layers) {
        context.fillStyle = layer;
        context.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = Array.from(context.getImageData(0, 0, 1, 1).data, (value) =>
        value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    };
    const page = getComputedStyle(element.parentElement ?? element).backgroundColor;
    return Array.from(element.querySelectorAll("span[style]"), (span) => {
      const { color, backgroundColor } = getComputedStyle(span);
      const behind = luminance(page, backgroundColor);
      const front = luminance(page, backgroundColor, color);
      return { text: span.textContent, contrast: Math.max(front, behind) / Math.min(front, behind) };
    });
  });

/** Runs a command in a new chat, and returns the card of its call. The answer below repeats the output. */
async function run(app: OpenApp, lines: readonly string[]): Promise<Locator> {
  const { page } = app;
  await openChat(app);
  await send(app, fenced("sh", ...lines));
  await page.getByText("Finished", { exact: true }).waitFor();
  const card = page.getByLabel("Call of bash");
  await page.mouse.move(800, 400);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, -300);
      return await card.isVisible();
    })
    .toBe(true);
  return card;
}

const colour = async (text: Locator) => await text.evaluate((element) => getComputedStyle(element).color);

browserTest("output has the colours of a terminal, and is copied without escapes", {}, async (app) => {
  const { page } = app;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const card = await run(app, COLOURED);
  const output = card.getByRole("group", { name: "Output", exact: true });
  const red = output.locator("span", { hasText: "begin" });
  await red.waitFor();
  expect(await colour(red)).not.toBe(await colour(output));
  // The sequence that began it is in the lines that are left out.
  expect(await colour(output.locator("span", { hasText: "end" }))).toBe(await colour(red));
  await output.getByText("100 %").waitFor();
  expect(await output.textContent()).not.toMatch(/10 %\D|\[/);
  await expectAccessible(page);

  await card.getByRole("button", { name: /^Show all 6\d lines$/ }).click();
  expect(await colour(output.locator("span", { hasText: "\n30\n" }))).toBe(await colour(red));
  await page.bringToFront();
  await card.getByRole("button", { name: "Copy output" }).click();
  await expect
    .poll(async () => await page.evaluate<string>("navigator.clipboard.readText()"))
    .toMatch(/^begin\n1\n[^]*\n60\nend plain\n100 %/);
});

browserTest("all colours of a terminal can be read in light and dark", {}, async (app) => {
  const { page } = app;
  for (const [lines, spans] of [
    [ALL, 512],
    [PAIRS, 256],
  ] as const) {
    const card = await run(app, lines);
    await card.getByRole("button", { name: "Show all 256 lines" }).click();
    const output = card.getByRole("group", { name: "Output", exact: true });
    await expect.poll(async () => await output.locator("span[style]").count()).toBe(spans);
    await expectAccessible(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const drawn = await contrasts(output);
      expect(drawn).toHaveLength(spans);
      expect(drawn.filter(({ contrast }) => contrast < 4.5)).toEqual([]);
    }
  }
  await fitsEachWidth(page);
});
