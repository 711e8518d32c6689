import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "../../testing/accessible.ts";
import { HAS_BROWSER } from "../../testing/browser.ts";
import { browserTest } from "../../testing/browser-test.ts";
import { openChat, send } from "../../testing/chatting.ts";
import { download } from "../../testing/download.ts";
import { hold } from "../../testing/hold.ts";
import { openApp } from "../../testing/open-app.ts";
import { editorOf } from "../../testing/rewinding.ts";
import { startServer } from "../../testing/server.ts";

const part = (choice: object) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, ...choice }] })}\n\n`;
const answer = (delta: object, finish_reason: string) =>
  `${part({ delta })}${part({ delta: {}, finish_reason })}data: [DONE]\n\n`;

/** A model that submits a text for a number, and the number when it is corrected, unless it is asked to stay wrong. */
async function startModel() {
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const each of request) parts.push(each as Buffer);
      const body = Buffer.concat(parts).toString();
      const isRight = body.includes("must be number") && !body.includes("Stay wrong.");
      const call = { name: "submit_output", arguments: JSON.stringify({ sum: isRight ? 3 : "three" }) };
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(
        body.includes('"submit_output"')
          ? answer(
              { tool_calls: [{ index: 0, id: crypto.randomUUID(), type: "function", function: call }] },
              "tool_calls",
            )
          : answer({ content: "I have read them." }, "stop"),
      );
    })();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const output = {
  schema: { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] },
};

test.runIf(HAS_BROWSER)(
  "files are attached to a message, and the output of a turn is shown with its attempts and problems",
  async () => {
    await using model = await startModel();
    await using server = await startServer({
      MODEL: "openai-compatible/any",
      OPENAI_COMPATIBLE_BASE_URL: model.url,
    });
    await using app = await openApp({ server });
    const { page, call } = app;
    const id = await openChat(app);
    await call("PUT", `/api/workspaces/${id}/agent/files?path=notes%2Fplan.json`, { plan: "secret" });
    await page.getByRole("button", { name: "Attach files" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Search files of the workspace").fill("plan");
    await dialog.getByRole("checkbox", { name: "notes/plan.json" }).check();
    await dialog.getByRole("button", { name: "Attach", exact: true }).click();
    await page.getByRole("button", { name: "Attach files" }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Upload files…" }).click(),
    ]);
    await chooser.setFiles({ name: "data.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n1,2\n") });
    await page.getByRole("button", { name: "Remove uploads/data.csv" }).waitFor();
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["x"], "drop.bin"));
      return transfer;
    });
    await page.getByLabel("Message to the agent").dispatchEvent("drop", { dataTransfer: dropped });
    await page.getByRole("button", { name: "Remove uploads/drop.bin" }).click();
    await send(app, "Read them.");
    await page.getByText("Finished", { exact: true }).waitFor();
    const attached = page.getByLabel("Your message").getByRole("link");
    expect(await attached.allTextContents()).toEqual(["notes/plan.json", "uploads/data.csv"]);
    await expectAccessible(page);
    await attached.first().click();
    await editorOf(page).getByText("secret").waitFor();

    const run = async (message: string) => {
      const turn = { message, mode: "sync", output };
      const { session_id } = await call<{ session_id: string }>("POST", `/api/workspaces/${id}/chat`, turn);
      await page.goto(`${app.server.origin}/workspaces/${id}/chat?session=${session_id}`);
    };
    await run("Add one and two.");
    const card = page.getByLabel("Structured output");
    await card.getByText('"sum": 3').waitFor();
    await page.getByText("2 output attempts").waitFor();
    expect(await download(card.getByRole("button", { name: "Download" }))).toEqual({
      name: "output.json",
      text: '{\n  "sum": 3\n}',
    });
    await expectAccessible(page);

    await run("Stay wrong.");
    await page.getByText("No valid output", { exact: true }).waitFor();
    const problems = page.getByRole("list", { name: "Problems of the output" });
    expect(await problems.getByRole("listitem").allTextContents()).toEqual(["#/sum must be number"]);
    expect(await card.count()).toBe(0);
  },
  600_000,
);

browserTest("whoever leaves while files are uploaded is asked, and stops the upload", {}, async (app) => {
  const { page } = app;
  await openChat(app);
  const uploading = await hold(page, "PUT", /agent\/files\?/);
  const drop = async (target: Locator) => {
    const transfer = await page.evaluateHandle(() => {
      const made = new DataTransfer();
      made.items.add(new File(["x"], "drop.bin"));
      return made;
    });
    await target.dispatchEvent("drop", { dataTransfer: transfer });
  };
  const message = page.getByLabel("Message to the agent");
  const tab = (name: string) => page.getByRole("navigation").getByRole("link", { name, exact: true });
  const dialog = page.getByRole("dialog", { name: "Leave before the upload ends?" });
  await message.fill("Read it.");
  await drop(message);
  await uploading.made;
  await tab("Files").click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Stay" }).click();
  expect(await page.getByRole("button", { name: "Send", exact: true }).isDisabled()).toBe(true);
  await tab("Files").click();
  await dialog.getByRole("button", { name: "Leave and stop" }).click();
  await page.waitForURL(/\/files$/);

  await drop(page.getByRole("tree"));
  await page.getByText("Uploading", { exact: true }).waitFor();
  await page.getByRole("treeitem", { name: "/mnt/afs" }).click();
  await page.waitForURL(/volume=shared/);
  await tab("Chat").click();
  await dialog.getByRole("button", { name: "Stay" }).click();
  uploading.release();
  await page.getByText("Uploaded", { exact: true }).waitFor();
  await tab("Chat").click();
  await page.waitForURL(/\/chat/);
  expect(await message.inputValue()).toBe("Read it.");
  expect(await page.getByRole("button", { name: /^Remove / }).count()).toBe(0);

  const last = await hold(page, "PUT", /agent\/files\?/);
  await drop(message);
  await last.made;
  await tab("Files").click();
  await dialog.waitFor();
  last.release();
  await page.getByRole("button", { name: /^Remove /, includeHidden: true }).waitFor({ state: "attached" });
  await dialog.getByRole("button", { name: "Leave and stop" }).click();
  await page.waitForURL(/\/files$/);
});
