import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { modelCatalog } from "./model-catalog.ts";
import { localServer } from "./replay-server.test-support.ts";

const catalog = (input: number) =>
  JSON.stringify({
    acme: { models: { fast: { limit: { context: 1_000, output: 100 }, cost: { input, output: 2 } } } },
  });
const signal = new AbortController().signal;

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "model-catalog-"));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

describe("a catalog in a file", () => {
  it("is read again where the file has changed", async () => {
    const file = join(await folder(), "models.json");
    await writeFile(file, catalog(1));
    await utimes(file, new Date("2026-11-20T12:00:00Z"), new Date("2026-11-20T12:00:00Z"));
    const { name, read } = modelCatalog(file);
    expect(name).toBe("models.json");
    const [model] = (await read(signal)) ?? [];
    expect(model).toMatchObject({
      reference: "acme/fast",
      prices: { value: { input: 1 }, source: "models.json", date: "2026-11-20" },
    });
    expect(await read(signal)).toBeNull();
    await writeFile(file, "{");
    await expect(read(signal)).rejects.toThrow("not JSON");
    await writeFile(file, catalog(2.5));
    expect(await read(signal)).toMatchObject([{ prices: { value: { input: 2.5 } } }]);
  });

  it("cannot be read where there is none", async () => {
    await expect(modelCatalog(join(await folder(), "none.json")).read(signal)).rejects.toThrow("ENOENT");
  });
});

describe("a catalog at a URL", () => {
  it("is asked with its ETag, and keeps a copy of the last good answer", async () => {
    const asked: (string | undefined)[] = [];
    let body = catalog(1);
    const { origin: url } = await localServer((request, response) => {
      asked.push(request.headers["if-none-match"]);
      const etag = `"${body.length}-${body.at(-20)}"`;
      if (request.headers["if-none-match"] === etag) response.writeHead(304).end();
      else response.writeHead(200, { etag, "last-modified": "Fri, 20 Nov 2026 10:00:00 GMT" }).end(body);
    });
    const copy = join(await folder(), "copy.json");
    const source = `${url}/api.json?key=secret`;
    const { name, read, kept } = modelCatalog(source, { copy });
    expect(name).toMatch(/^127\.0\.0\.1:\d+\/api\.json$/);
    expect(await kept?.()).toBeNull();
    expect(await read(signal)).toMatchObject([
      { prices: { value: { input: 1 }, source: name, date: "2026-11-20" } },
    ]);
    expect(await read(signal)).toBeNull();
    expect(asked).toEqual([undefined, expect.stringMatching(/^"/) as string]);
    body = "<html>";
    await expect(read(signal)).rejects.toThrow("not JSON");
    expect(await readFile(copy, "utf8")).toBe(catalog(1));
    // Another start, at which the catalog cannot be read.
    expect(await modelCatalog(source, { copy }).kept?.()).toMatchObject([
      { prices: { value: { input: 1 } } },
    ]);
    body = catalog(3.25);
    expect(await read(signal)).toMatchObject([{ prices: { value: { input: 3.25 } } }]);
  });

  it("is read completely again where its copy could not be written", async () => {
    const { origin: url } = await localServer((request, response) => {
      if (request.headers["if-none-match"] === '"1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"1"' }).end(catalog(1));
    });
    const parent = join(await folder(), "absent");
    const { read } = modelCatalog(url, { copy: join(parent, "copy.json") });
    await expect(read(signal)).rejects.toThrow(/ENOENT/);
    await mkdir(parent);
    expect(await read(signal)).toHaveLength(1);
  });

  it("rejects for an error, for more than 32 MiB, and when it is aborted", async () => {
    const { origin: url } = await localServer((request, response) => {
      if (request.url === "/gone") response.writeHead(410).end("gone");
      else if (request.url === "/silent") response.writeHead(200).flushHeaders();
      else response.writeHead(200).end(" ".repeat(33 * 1024 * 1024));
    });
    await expect(modelCatalog(`${url}/gone`).read(signal)).rejects.toThrow(/answered with status 410/);
    await expect(modelCatalog(`${url}/long`).read(signal)).rejects.toThrow(/more than 33554432 bytes/);
    const stop = new AbortController();
    const reading = modelCatalog(`${url}/silent`).read(stop.signal);
    stop.abort();
    await expect(reading).rejects.toThrow();
  });

  it("has neither a user nor a password", () => {
    expect(() => modelCatalog("https://user:word@models.test/api.json")).toThrow(TypeError);
  });
});
