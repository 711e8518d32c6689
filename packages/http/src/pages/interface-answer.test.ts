import { describe, expect, test } from "vitest";
import { testApi } from "../test-api.test-support.ts";
import type { WebInterface } from "../options/web-interface.ts";

const script = new TextEncoder().encode("run()");

async function gzipped(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const ui: WebInterface = {
  page: async ({ base, title, signsIn }) => `<base href="${base}"><title>${title}</title>${signsIn}`,
  file: async (path) =>
    path === "assets/main-1.js"
      ? {
          contentType: "text/javascript",
          isImmutable: true,
          encodings: { br: script, gzip: await gzipped(script) },
        }
      : null,
};

const page = { accept: "text/html" };

describe("a web interface", () => {
  test("has its page at every address that is no route, told where it is mounted", async () => {
    await using api = await testApi({ handler: { prefix: "/agents", title: "Ours", ui } });
    for (const path of ["/agents/sign-in", "/agents", "/agents/", "/agents/workspaces/ws_1/chat"]) {
      const { status, text, headers } = await api.call("GET", path, { headers: page });
      expect([status, text], path).toEqual([200, '<base href="/agents/"><title>Ours</title>true']);
      expect(headers.get("cache-control")).toBe("no-cache");
      expect(headers.get("content-security-policy")).toContain(
        "script-src 'self'; style-src 'self'; img-src 'self' data: blob:",
      );
    }
  });

  test("tells a browser that has the page that it is the same", async () => {
    await using api = await testApi({ handler: { ui } });
    const first = await api.call("GET", "/sign-in", { token: "", headers: page });
    const etag = first.headers.get("etag") ?? "";
    const again = await api.call("GET", "/sign-in", {
      token: "",
      headers: { ...page, "if-none-match": etag },
    });
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  test("sends a browser without a credential to sign-in, and shows that page to everybody", async () => {
    await using api = await testApi({ handler: { ui } });
    const sent = await api.call("GET", "/integration/tokens", { token: "", headers: page });
    expect([sent.status, sent.headers.get("location")]).toEqual([
      302,
      "/sign-in?next=%2Fintegration%2Ftokens",
    ]);
    const shown = await api.call("GET", "/sign-in?next=%2Fintegration%2Ftokens", {
      token: "",
      headers: page,
    });
    expect(shown.status).toBe(200);
  });

  test("has files that everybody may keep for good, in the coding that is asked for", async () => {
    await using api = await testApi({ handler: { ui } });
    const asked = async (coding: string) =>
      await api.call("GET", "/assets/main-1.js", { token: "", headers: { "accept-encoding": coding } });
    const br = await asked("gzip, br");
    expect([br.headers.get("content-encoding"), br.headers.get("vary")]).toEqual(["br", "accept-encoding"]);
    expect(br.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const plain = await asked("identity");
    expect([plain.headers.get("content-encoding"), plain.text]).toEqual([null, "run()"]);
  });

  test("takes nothing from the API: what is not there stays a problem", async () => {
    await using api = await testApi({ handler: { ui } });
    for (const [path, headers] of [
      ["/api/nothing", page],
      ["/assets/none.js", page],
      ["/workspaces", { accept: "application/json" }],
    ] as const) {
      const { status, headers: answered } = await api.call("GET", path, { headers });
      expect([status, answered.get("content-type")], path).toEqual([404, "application/problem+json"]);
    }
    expect((await api.call("POST", "/workspaces", { headers: page })).status).toBe(404);
  });
});
