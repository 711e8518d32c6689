import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { createHandler } from "../../packages/http/src/index.ts";
import { nodeServer } from "../../packages/http/src/node-server.test-support.ts";
import { fakeClock } from "../../packages/core/src/testing/index.ts";
import { admin, instancesOn, until } from "./instances.test-support.ts";

const given = instancesOn("Postgres");

it("curl follows a turn of one instance through another, on Postgres", async () => {
  const instances = await given();
  const text = "piece by piece ".repeat(20);
  let printed = "";
  const PIECE = 15;
  const modelClock = fakeClock();
  let isSpeaking = false;
  // Sends no text until the turn's instance knows of a reader on the other one.
  const script = (_: unknown, index: number) => {
    isSpeaking = printed.includes("event: item.delta");
    return isSpeaking
      ? { text, chunk: PIECE, delayMs: 10 }
      : {
          text: "waits",
          toolCalls: [{ name: "bash", arguments: { command: `true ${index}` } }],
          delayMs: 10,
        };
  };
  const one = await instances.start({ script, modelClock });
  const two = await instances.start({ script: [], service: { maxRunningTurns: 0 } });
  const workspace = await instances.workspace(one);
  const { token } = await one.service.tokens.create(admin, { name: "curl" });
  await using near = await nodeServer(createHandler(one.service));
  await using far = await nodeServer(createHandler(two.service));
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const accepted = await fetch(`${near.url}/api/workspaces/${workspace}/chat`, {
    method: "POST",
    headers,
    body: JSON.stringify({ message: "go", mode: "async" }),
  });
  const { session_id } = (await accepted.json()) as { session_id: string };
  const address = `${far.url}/api/workspaces/${workspace}/sessions/${session_id}/events`;
  const curl = spawn("curl", ["-sN", "-H", `authorization: Bearer ${token}`, address]);
  curl.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    printed += chunk;
    if (printed.includes("event: turn.ended")) curl.kill();
  });
  const closed = once(curl, "close");
  const next = async () => {
    await until(() => modelClock.sleeping > 0);
    await modelClock.advance(10);
  };
  const pieces = () => printed.split("piece by piece").length - 1;
  await until(async () => {
    if (!isSpeaking && modelClock.sleeping > 0) await modelClock.advance(10);
    return isSpeaking;
  });
  for (let count = 1; count <= text.length / PIECE; count++) {
    await next();
    await until(() => pieces() >= count);
  }
  // The item's end and the model's.
  await modelClock.advance(1_000);
  await closed;
  const data = printed.split("\n").flatMap((line) => (line.startsWith("data: ") ? [line.slice(6)] : []));
  const events = data.map(
    (line) => JSON.parse(line) as { type: string; seq?: number; text?: string; item_id?: string },
  );
  const seqs = events.flatMap(({ seq }) => (seq === undefined ? [] : [seq]));
  expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  const all = events.filter(({ type }) => type === "item.delta");
  const deltas = all.filter(({ item_id }) => item_id === all.at(-1)?.item_id);
  expect(deltas).toHaveLength(text.length / PIECE);
  expect(deltas.map((delta) => delta.text).join("")).toBe(text);
});
