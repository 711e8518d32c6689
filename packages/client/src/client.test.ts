import { describe, expect, expectTypeOf, test } from "vitest";
import { createClient, ProblemError, NetworkError, type Workspace } from "./index.ts";
import { clientOf, testApi } from "./test-client.test-support.ts";

/** A response whose body ends with this error. */
const cutOff = (error: unknown) =>
  new Response(
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"name": "fir')),
      pull: (controller) => controller.error(error),
    }),
  );

describe("a call", () => {
  test("is typed by the document and gives the answer itself", async () => {
    await using api = await testApi();
    const client = clientOf(api);
    const made = await client.post("/api/workspaces", { body: { name: "first" } });
    expectTypeOf(made).toEqualTypeOf<Workspace>();
    const path = { id: made.id };
    expect((await client.get("/api/workspaces/{id}", { params: { path } })).name).toBe("first");
    await client.delete("/api/workspaces/{id}", { params: { path } });
    await expect(client.get("/api/workspaces/{id}", { params: { path } })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("runs in process with the handler as its fetch", async () => {
    await using api = await testApi();
    const client = createClient({ fetch: api.handler, token: api.token });
    const { id } = await client.post("/api/workspaces", { body: { name: "first" } });
    const { text, session_id } = await client.run(id, "Hello.");
    expect(text).toBe("done");
    const types: string[] = [];
    for await (const { type } of client.events(id, session_id, { follow: false })) types.push(type);
    expect(types).toContain("turn.ended");
    await expect(client.post("/api/workspaces", { body: { name: "" } })).rejects.toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/name" }],
    });
  });

  test("gives the headers too where they matter", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const { data, response } = await clientOf(api).api.GET("/api/workspaces/{id}/config", {
      params: { path: { id } },
    });
    expect(data?.model).toBeNull();
    expect(response.headers.get("etag")).toMatch(/^"/);
  });

  test("throws the instance's problem with all that it says", async () => {
    await using api = await testApi();
    const failed = clientOf(api).post("/api/workspaces", { body: { name: "" } });
    const error = await failed.catch((thrown: unknown) => thrown);
    expect(ProblemError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      name: "ProblemError",
      code: "invalid_request",
      status: 400,
      errors: [{ pointer: "#/name" }],
      requestId: expect.stringMatching(/./) as string,
      retryAfter: null,
    });
  });

  test("says that an answer is none of the instance's", async () => {
    const client = createClient({
      baseUrl: "http://agents.test",
      fetch: async () =>
        new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "retry-after": "7" } }),
    });
    await expect(client.get("/api/workspaces")).rejects.toMatchObject({
      code: null,
      status: 502,
      retryAfter: 7,
    });
  });

  test("does not follow a redirect, which would make a GET of a POST", async () => {
    const client = createClient({
      baseUrl: "http://agents.test",
      fetch: async () => Response.redirect("https://agents.test/api/workspaces", 301),
    });
    await expect(client.post("/api/workspaces", { body: { name: "a" } })).rejects.toThrow(
      "301: This URL redirects to https://agents.test/api/workspaces. Use that URL.",
    );
  });

  test("tells a connection that failed from an answer, and an abort from both", async () => {
    const cause = new TypeError("fetch failed");
    const client = createClient({
      baseUrl: "http://agents.test",
      token: "wat_secret",
      fetch: async () => await Promise.reject(cause),
    });
    const error = await client.get("/api/workspaces").catch((thrown: unknown) => thrown);
    expect(NetworkError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ cause });
    const signal = AbortSignal.abort(new Error("left"));
    await expect(client.get("/api/workspaces", { signal })).rejects.toThrow("left");
  });

  test("does the same where the connection breaks inside the answer, however it is read", async () => {
    const cause = new TypeError("terminated");
    const client = createClient({ fetch: () => Promise.resolve(cutOff(cause)) });
    const files = client.files("ws_1");
    const reads = [
      (signal: AbortSignal) => client.get("/api/workspaces", { signal }),
      (signal: AbortSignal) => files.bytes("a.txt", { signal }),
      async (signal: AbortSignal) =>
        await Array.fromAsync((await files.read("a.txt", { signal })).body ?? []),
    ];
    for (const read of reads) {
      await expect(read(new AbortController().signal)).rejects.toMatchObject({ name: "NetworkError", cause });
      await expect(read(AbortSignal.abort(new Error("left")))).rejects.toThrow("left");
    }
  });

  test("gives the answer as it comes, and no more of it than is read", async () => {
    let isCancelled = false;
    let chunks = 0;
    const endless = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => controller.enqueue(new Uint8Array([(chunks += 1)])),
        cancel: () => void (isCancelled = true),
      },
      { highWaterMark: 0 },
    );
    const headers = { etag: '"1"' };
    const client = createClient({
      fetch: () => Promise.resolve(new Response(endless, { status: 206, headers })),
    });
    const response = await client.files("ws_1").read("a.bin");
    expect([response.status, response.headers.get("etag"), chunks]).toEqual([206, '"1"', 0]);
    for await (const chunk of response.body ?? []) if (chunk[0] === 3) break;
    expect([chunks, isCancelled]).toEqual([3, true]);
  });

  test("asks for the token each time where a function gives it", async () => {
    const seen: (string | null)[] = [];
    const tokens = ["one", "two"];
    const client = createClient({
      baseUrl: "http://agents.test/agents/",
      token: async () => tokens.shift() ?? "",
      fetch: async (request) => {
        seen.push(`${request.url} ${request.headers.get("authorization") ?? ""}`);
        return Response.json([]);
      },
    });
    await client.get("/api/workspaces");
    await client.get("/api/workspaces");
    expect(seen).toEqual([
      "http://agents.test/agents/api/workspaces Bearer one",
      "http://agents.test/agents/api/workspaces Bearer two",
    ]);
  });
});

describe("a list", () => {
  test("is read page by page as far as it is asked for", async () => {
    await using api = await testApi();
    for (const name of ["a", "b", "c", "d", "e"]) await api.createWorkspace(name);
    const client = clientOf(api);
    const options = { params: { query: { limit: 2 } } };
    const names: string[] = [];
    for await (const { name } of client.list("/api/workspaces", options)) names.push(name);
    expect(names.sort()).toEqual(["a", "b", "c", "d", "e"]);
    const { items, cursor } = await client.page("/api/workspaces", options);
    expect(items).toHaveLength(2);
    expect(cursor).toEqual(expect.any(String));
  });
});

describe("files", () => {
  test("are written, read, listed, moved and removed, whatever their names", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const files = clientOf(api).files(id);
    const name = "a folder/ä & b+c%.txt";
    const written = await files.write(name, "one line\n", { ifNoneMatch: "*" });
    expect(written).toMatchObject({ path: name, size: 9 });
    await expect(files.write(name, "again", { ifNoneMatch: "*" })).rejects.toMatchObject({
      code: "precondition_failed",
    });
    expect(await files.text(name)).toBe("one line\n");
    expect(await files.text(name, { range: "bytes=0-2" })).toBe("one");
    const { entries } = await files.list("", { recursive: true });
    expect(entries.map(({ path }) => path)).toEqual(["a folder", name]);
    await files.move(name, "b.bin");
    expect(await files.bytes("b.bin")).toEqual(new TextEncoder().encode("one line\n"));
    await files.remove("b.bin");
    await expect(files.read("b.bin")).rejects.toMatchObject({ code: "not_found" });
  });

  test("are sent and fetched as streams, folders as archives", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const files = clientOf(api).files(id);
    const blob = new Blob(["streamed"]);
    expect(await files.write("in.txt", blob.stream())).toMatchObject({ size: 8 });
    await files.makeDirectory("copy");
    const zip = await files.zip();
    await files.unpack("copy", await zip.arrayBuffer(), "application/zip");
    expect(await files.text("copy/in.txt")).toBe("streamed");
  });
});
