import { NetworkError } from "@workspace-agent/client";
import { expect, test } from "vitest";
import { untilResponse } from "./until-response.ts";

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

/** A server that becomes available again when the test says so. */
function unavailableServer() {
  let resume = () => {};
  const server = {
    reports: 0,
    reportUnavailable: () => void (server.reports += 1),
    whenAvailable: () => new Promise<void>((resolve) => (resume = resolve)),
    comeBack: async () => {
      resume();
      await settle();
    },
  };
  return server;
}

test("a request without a response is repeated after each outage", async () => {
  const server = unavailableServer();
  const responses = [new NetworkError("gone"), new NetworkError("gone again"), "accepted"];
  let requests = 0;
  const request = async () => {
    const response = responses[requests++];
    if (response instanceof Error) throw response;
    return await Promise.resolve(response);
  };
  const result = untilResponse(request, server, new AbortController().signal);
  await settle();
  expect([requests, server.reports]).toEqual([1, 1]);
  await server.comeBack();
  expect([requests, server.reports]).toEqual([2, 2]);
  await server.comeBack();
  expect(await result).toBe("accepted");
});

test("an error response is thrown, and an aborted request is not repeated", async () => {
  const server = unavailableServer();
  const refusal = new Error("refused");
  const abort = new AbortController();
  await expect(untilResponse(() => Promise.reject(refusal), server, abort.signal)).rejects.toBe(refusal);
  let requests = 0;
  const request = () => {
    requests += 1;
    return Promise.reject(new NetworkError("gone"));
  };
  const result = untilResponse(request, server, abort.signal);
  await settle();
  abort.abort();
  await server.comeBack();
  await expect(result).rejects.toMatchObject({ name: "AbortError" });
  expect(requests).toBe(1);
});
