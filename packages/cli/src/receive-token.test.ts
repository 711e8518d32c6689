import { expect, test } from "vitest";
import { receiveToken } from "./receive-token.ts";

async function send(port: number, fields: Readonly<Record<string, string>>, method = "POST") {
  const body = method === "POST" ? new URLSearchParams(fields) : null;
  const response = await fetch(`http://127.0.0.1:${port}/`, { method, body });
  return { status: response.status, text: await response.text() };
}

test("a form with the state brings the token", async () => {
  await using receiver = await receiveToken();
  const { port, state } = receiver;
  expect(state).toMatch(/^[\w-]{43}$/);
  const { status, text } = await send(port, { token: "wat_1", state });
  expect([status, text]).toEqual([200, expect.stringContaining("has its token")]);
  expect(text).not.toContain("wat_1");
  expect(await receiver.token).toBe("wat_1");
});

test("anything else is refused, and the command goes on waiting", async () => {
  await using receiver = await receiveToken();
  const { port, state } = receiver;
  let isReceived = false;
  void receiver.token.then(() => (isReceived = true));
  for (const fields of [
    { token: "wat_1", state: "x".repeat(43) },
    { token: "wat_1", state: "" },
    { token: "", state },
    { token: "x".repeat(10_000), state },
  ])
    expect((await send(port, fields)).status).toBe(400);
  expect((await send(port, {}, "GET")).status).toBe(400);
  expect(isReceived).toBe(false);
  await send(port, { token: "wat_2", state });
  expect(await receiver.token).toBe("wat_2");
});
