import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import { expectAccessible } from "../testing/accessible.ts";
import { serverTest } from "../testing/browser-test.ts";
import { runTurn } from "../testing/chatting.ts";
import { download } from "../testing/download.ts";

/** An endpoint that refuses the first request. */
async function endpoint() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      bodies.push(body);
      response.writeHead(bodies.length === 1 ? 503 : 204).end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    bodies,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, "close");
    },
  };
}

serverTest(
  "a webhook is created, receives events, is changed, and sends a delivery again; the audit log is filtered and exported",
  { settings: { WEBHOOK_PRIVATE_HOSTS: "127.0.0.1" } },
  async (app) => {
    await using receiver = await endpoint();
    const { page, call, server } = app;
    const choose = async (item: string) => {
      await page.getByRole("button", { name: "Actions for this webhook" }).click();
      await page.getByRole("menuitem", { name: item }).click();
    };
    await page.goto(`${server.origin}/integration/webhooks`);
    await page.getByText("No webhooks yet").waitFor();
    await page.getByRole("button", { name: "New webhook" }).click();
    await page.getByRole("textbox", { name: "URL" }).fill(receiver.url);
    await page.getByRole("checkbox", { name: /schedule\.run/ }).uncheck();
    await page.getByRole("button", { name: "Create webhook" }).click();
    const secret = await page.getByRole("textbox", { name: "Secret" }).inputValue();
    expect(secret).toMatch(/^whsec_/);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("link", { name: receiver.url }).waitFor();
    expect(await page.content()).not.toContain(secret);

    const { id } = await call<{ id: string }>("POST", "/api/workspaces", { name: "hooked" });
    await runTurn(app, id, "Say hello.");
    await page.getByRole("link", { name: receiver.url }).click();
    await page.getByText("Will be retried").waitFor();
    await page.getByText("answered 503").waitFor();
    await page.getByRole("button", { name: "Show the message of turn.ended" }).click();
    await page.getByRole("region", { name: "Message" }).getByText(id).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Send turn.ended again" }).click();
    await page.getByText("Delivered", { exact: true }).waitFor();
    expect(receiver.bodies).toHaveLength(2);
    expect(receiver.bodies[0]).toBe(receiver.bodies[1]);

    await choose("Edit…");
    await page.getByRole("textbox", { name: "Description" }).fill("Tells the team");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Tells the team").waitFor();

    // A workspace of the webhook that was deleted keeps nothing else from being changed, and can be removed.
    const gone = await call<{ id: string }>("POST", "/api/workspaces", { name: "gone" });
    const hook = `/api/webhooks/${page.url().split("/").at(-1) ?? ""}`;
    await call("PATCH", hook, { workspace_ids: [gone.id] });
    await call("DELETE", `/api/workspaces/${gone.id}`);
    await page.reload();
    await choose("Edit…");
    await page.getByRole("textbox", { name: "Description" }).fill("Tells everybody");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Tells everybody").waitFor();
    await choose("Edit…");
    await page.getByRole("checkbox", { name: "hooked" }).check();
    await page.getByRole("checkbox", { name: `${gone.id} Deleted` }).uncheck();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save" }).click();
    await expect
      .poll(async () => (await call<{ workspace_ids: string[] }>("GET", hook)).workspace_ids)
      .toEqual([id]);

    await choose("Rotate secret…");
    await page.getByRole("button", { name: "Rotate secret" }).click();
    expect(await page.getByRole("textbox", { name: "Secret" }).inputValue()).not.toBe(secret);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Disable", exact: true }).click();
    await page.getByText("Disabled", { exact: true }).waitFor();
    await choose("Delete…");
    await page.getByRole("button", { name: "Delete webhook" }).click();
    await page.getByText("No webhooks yet").waitFor();

    await call("POST", "/api/service-tokens", { name: "ci", scopes: ["workspaces:read"] });
    await page.getByRole("link", { name: "Audit log" }).click();
    const log = page.getByRole("table", { name: "Audit log" });
    await log.getByText("Created a token").waitFor();
    await log.getByText("Signed in").first().waitFor();
    await page.getByRole("combobox", { name: "Action" }).selectOption("token.created");
    await log.getByText("Signed in").waitFor({ state: "detached" });
    await log.getByText(/name: ci/).waitFor();
    await expectAccessible(page);
    expect((await download(page.getByRole("button", { name: "Export" }))).name).toBe("audit.ndjson");
  },
);
