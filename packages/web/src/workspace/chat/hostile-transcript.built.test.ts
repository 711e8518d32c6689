import { expect } from "vitest";
import { browserTest } from "../../testing/browser-test.ts";
import { fenced, openChat, pressUntil, send } from "../../testing/chatting.ts";

const HOSTILE = [
  '<script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">',
  "[script](javascript:window.hacked=1) [data](data:text/html,x) [good](https://example.com/a)",
  "![picture](https://tracker.example.com/pixel.png)",
  "over\u202Eride",
].join("\n\n");

/** Prints the same, and terminal escapes with a bidirectional override. */
const HOSTILE_OUTPUT = [
  fenced("sh", `cat <<'END'\n${HOSTILE}\nEND`),
  fenced("sh", "printf '\\033[31mred\\033[0m \\033]0;title\\007 out\\342\\200\\256put\\n'"),
].join("\n\n");

browserTest("a hostile transcript runs no script, loads no image, and hides no text", {}, async (app) => {
  const { page } = app;
  await openChat(app);
  await send(app, `${HOSTILE}\n\n${HOSTILE_OUTPUT}`);
  await page.getByText("Finished", { exact: true }).waitFor();
  const message = page.getByLabel("Your message");
  await pressUntil(app, ["Home"], message);
  await message.getByText("<script>").first().waitFor();
  await message.getByText("over⟦U+202E⟧ride").first().waitFor();
  for (const key of ["Home", "End"]) {
    await pressUntil(app, [key], page.getByText(key === "Home" ? "<script>" : "Finished"));
    const shown = (await page.locator("body").textContent()) ?? "";
    for (const character of ["\u001B", "\u0007", "\u202E"]) expect(shown).not.toContain(character);
    expect(await page.locator("main img, main script, main iframe").count()).toBe(0);
  }
  const anchors = page.locator("[aria-label=Transcript] a");
  await anchors.first().waitFor();
  const links = await anchors.evaluateAll((all) =>
    (all as HTMLAnchorElement[]).map(({ href, target, rel }) => ({
      protocol: new URL(href).protocol,
      target,
      rel,
    })),
  );
  for (const link of links)
    expect(link).toEqual({ protocol: "https:", target: "_blank", rel: "noopener noreferrer nofollow" });
  const output = page.getByLabel("Call of bash").getByText("out⟦U+202E⟧put");
  // Virtualized rows are rendered while the page scrolls over them.
  await pressUntil(app, ["Home", ...Array<string>(29).fill("PageDown")], output);
  expect(await page.evaluate("window.hacked")).toBe(undefined);
  expect(await page.title()).not.toContain("title");
});
