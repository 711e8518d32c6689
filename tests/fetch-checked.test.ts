import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { httpServer } from "./http-server.test-support.ts";
import { newFolder } from "./new-folder.test-support.ts";

const ROOT = join(import.meta.dirname, "..");
const run = promisify(execFile);
const hashOf = (bytes: Uint8Array) => `sha512-${createHash("sha512").update(bytes).digest("base64")}`;

/** A registry with the package `tool` and matching hashes, and a fetch from it. */
async function aRegistry() {
  const dir = await newFolder();
  await mkdir(join(dir, "package"));
  await writeFile(join(dir, "package", "package.json"), JSON.stringify({ name: "tool", version: "1.0.0" }));
  await run("tar", ["-czf", join(dir, "tool.tgz"), "-C", dir, "package"]);
  const archive = await readFile(join(dir, "tool.tgz"));
  const url = await httpServer((request, response) => {
    if (request.url?.endsWith(".tgz") === true) {
      response.end(archive);
      return;
    }
    const tarball = `http://${request.headers.host ?? ""}/tool.tgz`;
    const version = { name: "tool", version: "1.0.0", dist: { tarball, integrity: hashOf(archive) } };
    const versions = { "1.0.0": version };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ name: "tool", "dist-tags": { latest: "1.0.0" }, versions }));
  });
  const folder = join(dir, "fetched");
  const script = `import { fetchChecked } from ${JSON.stringify(join(ROOT, "scripts", "fetch-checked.mjs"))};
    process.stdout.write(fetchChecked("tool@1.0.0", process.argv[1], process.argv[2]));`;
  const env = {
    PATH: process.env["PATH"],
    HOME: dir,
    npm_config_registry: `${url}/`,
    npm_config_cache: join(dir, "cache"),
    npm_config_update_notifier: "false",
  };
  return {
    folder,
    archive,
    fetch: (integrity: string) =>
      run(process.execPath, ["--input-type=module", "-e", script, integrity, folder], { env }),
  };
}

test("a package is used if its archive has the committed hash", async () => {
  const { archive, folder, fetch } = await aRegistry();
  const { stdout } = await fetch(hashOf(archive));
  expect(stdout).toBe(join(folder, "tool-1.0.0"));
  expect(await readdir(stdout)).toEqual(["package.json"]);
});

test("a package that another process has fetched meanwhile is used, and not replaced", async () => {
  const { archive, folder, fetch } = await aRegistry();
  await mkdir(join(folder, "tool-1.0.0"), { recursive: true });
  await writeFile(join(folder, "tool-1.0.0", "in-use"), "");
  const { stdout } = await fetch(hashOf(archive));
  expect(stdout).toBe(join(folder, "tool-1.0.0"));
  expect(await readdir(stdout)).toEqual(["in-use"]);
  expect(await readdir(folder)).toEqual(["tool-1.0.0"]);
});

test("a package with another hash is refused with both hashes, whatever its registry says, and leaves nothing behind", async () => {
  const { archive, folder, fetch } = await aRegistry();
  const expected = hashOf(Buffer.from("another archive"));
  const failure: unknown = await fetch(expected).catch((error: unknown) => error);
  expect(failure).toMatchObject({ stderr: expect.stringContaining(expected) as string });
  expect(failure).toMatchObject({ stderr: expect.stringContaining(hashOf(archive)) as string });
  expect(await readdir(folder)).toEqual([]);
});
