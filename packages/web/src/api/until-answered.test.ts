import { NetworkError } from "@workspace-agent/client";
import { expect, test } from "vitest";
import { untilAnswered } from "./until-answered.ts";

/** A server that comes back when the test says so. */
function awayServer() {
  let back = () => {};
  const server = {
    reports: 0,
    reportAway: () => void (server.reports += 1),
    whenBack: () => new Promise<void>((resolve) => (back = resolve)),
    comeBack: async () => {
      back();
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    },
  };
  return server;
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

test("what got no answer is done again once the server is back, until there is one", async () => {
  const server = awayServer();
  const answers = [new NetworkError("gone"), new NetworkError("gone again"), "accepted"];
  let asked = 0;
  const work = async () => {
    const answer = answers[asked++];
    if (answer instanceof Error) throw answer;
    return await Promise.resolve(answer);
  };
  const answered = untilAnswered(work, server, new AbortController().signal);
  await settle();
  expect([asked, server.reports]).toEqual([1, 1]);
  await server.comeBack();
  expect([asked, server.reports]).toEqual([2, 2]);
  await server.comeBack();
  expect(await answered).toBe("accepted");
});

test("an answer that refuses is given, and what is given up is not done again", async () => {
  const server = awayServer();
  const refusal = new Error("refused");
  const left = new AbortController();
  await expect(untilAnswered(() => Promise.reject(refusal), server, left.signal)).rejects.toBe(refusal);
  let asked = 0;
  const work = () => {
    asked += 1;
    return Promise.reject(new NetworkError("gone"));
  };
  const answered = untilAnswered(work, server, left.signal);
  await settle();
  left.abort();
  await server.comeBack();
  await expect(answered).rejects.toMatchObject({ name: "AbortError" });
  expect(asked).toBe(1);
});
