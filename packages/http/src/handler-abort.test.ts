import { expect, test } from "vitest";
import { testApi } from "./test-api.test-support.ts";

test("a caller who leaves before there is an answer makes nothing fail", async () => {
  const left = new AbortController();
  const entered = Promise.withResolvers<undefined>();
  const waiting = {
    authenticate: async () => {
      entered.resolve(undefined);
      return await new Promise<null>((resolve) => {
        left.signal.addEventListener("abort", () => resolve(null));
      });
    },
  };
  await using api = await testApi({ handler: waiting });
  const request = new Request("http://localhost/api/workspaces", { signal: left.signal });
  const answered = api.handler(request);
  await entered.promise;
  left.abort();
  expect((await answered).status).toBe(499);
  expect(api.logged.filter(({ level }) => level === "error")).toEqual([]);
});
