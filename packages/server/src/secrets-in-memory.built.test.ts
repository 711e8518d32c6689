import { readdir, readFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { expect, it } from "vitest";
import { serversOn } from "./main.test-support.ts";
import { Caller } from "./running-server.test-support.ts";

/** On a connection of its own, closed with the answer: of an open one, Node keeps the last request's headers. */
async function send(
  base: string,
  { method = "GET", path, token, body }: { method?: string; path: string; token: string; body?: unknown },
): Promise<{ status: number | undefined; text: string }> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      base + path,
      {
        method,
        agent: false,
        headers: {
          authorization: `Bearer ${token}`,
          ...(text !== undefined && { "content-type": "application/json" }),
        },
      },
      (response) => {
        response.setEncoding("utf8");
        let received = "";
        response.on("data", (chunk: string) => (received += chunk));
        response.on("close", () => resolve({ status: response.statusCode, text: received }));
      },
    );
    sent.on("error", reject);
    sent.end(text);
  });
}

/** The heap of a server that was started to write it down on a signal; garbage is collected before. */
async function heapOf(dir: string, kill: () => void): Promise<string> {
  const written = async () => (await readdir(dir)).filter((name) => name.endsWith(".heapsnapshot"));
  kill();
  for (;;) {
    const [name] = await expect
      .poll(written, { timeout: 60_000, interval: 50 })
      .not.toEqual([])
      .then(written);
    const text = await readFile(join(dir, name ?? ""), "utf8");
    // Its last member is the list of strings.
    if (text.trimEnd().endsWith("]}")) return text;
  }
}

it("keeps no bearer token and no value of a secret once a request is answered", async () => {
  const { start, dir } = await serversOn({ SANDBOX: "interpreter" });
  const server = await start({ NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${dir}` });
  const { token } = await Caller.signIn(server);
  const secret = "canary-value-of-a-secret-0123456789";
  const made = await send(server.base, {
    method: "POST",
    path: "/api/workspaces",
    token,
    body: { name: "canary-name", config: { env: { KEY: { value: secret, secret: true } } } },
  });
  expect(made.status).toBe(201);
  const { id } = JSON.parse(made.text) as { id: string };
  for (let asked = 0; asked < 3; asked++)
    expect((await send(server.base, { path: `/api/workspaces/${id}`, token })).status).toBe(200);
  const heap = await heapOf(dir, () => server.process.kill("SIGUSR2"));
  // What the heap does hold is found.
  expect(heap).toContain("workspace-agent.tokens-service");
  expect(heap.includes(token)).toBe(false);
  expect(heap.includes(secret)).toBe(false);
});
