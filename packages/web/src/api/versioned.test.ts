import { setImmediate } from "node:timers/promises";
import { QueryClient, QueryClientProvider, QueryObserver } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { useReplace, type Versioned } from "./versioned.ts";

/** What `useReplace` returns when a component calls it. */
function replacing(queries: QueryClient, ...args: Parameters<typeof useReplace<string, string>>) {
  const rendered: ReturnType<typeof useReplace<string, string>>[] = [];
  function Editor() {
    rendered.push(useReplace(...args));
    return null;
  }
  renderToString(createElement(QueryClientProvider, { client: queries }, createElement(Editor)));
  const [replace] = rendered;
  if (replace === undefined) throw new Error("The editor was not rendered.");
  return replace;
}

test("a change has ended when its version is in the cache, before other queries are refreshed", async () => {
  const queries = new QueryClient();
  let reads = 0;
  const list = new QueryObserver(queries, {
    queryKey: ["items", "list"],
    queryFn: async () => {
      await setImmediate();
      return (reads += 1);
    },
  });
  const stop = list.subscribe(() => undefined);
  await expect.poll(() => reads).toBe(1);

  const saved: Versioned<string> = { item: "new text", etag: '"2"' };
  const replace = replacing(queries, ["items", "one"], () => Promise.resolve(saved), ["items"]);
  await replace.mutateAsync("new text");
  expect(queries.getQueryData(["items", "one"])).toEqual(saved);
  expect(reads).toBe(1);
  await expect.poll(() => reads).toBe(2);
  stop();
});
