import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  json: "application/json",
  wasm: "application/wasm",
};

/** Build information that is not served. */
const NOT_SERVED = ["manifest.json"];

/**
 * Writes each file of the app, compressed, to a module `files/<number>.js`, and the list of these modules to
 * `files.js`. Compressed copies are also written next to the files, for static servers.
 */
export async function packFiles(app: string, dist: string): Promise<void> {
  const names = (await readdir(app, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(app.length + 1)
        .split(sep)
        .join("/"),
    )
    .filter((name) => !NOT_SERVED.includes(name))
    .sort();
  await rm(join(dist, "files"), { recursive: true, force: true });
  await mkdir(join(dist, "files"), { recursive: true });
  const entries = await Promise.all(names.map((name, index) => pack(app, dist, name, index)));
  await writeFile(
    join(dist, "files.js"),
    `const file = (module) => module.file;\nexport const packedFiles = {\n${entries.join("\n")}\n};\n`,
  );
}

async function pack(app: string, dist: string, name: string, index: number): Promise<string> {
  const bytes = await readFile(join(app, name));
  const br = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  const gzip = gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION });
  await writeFile(join(app, `${name}.br`), br);
  await writeFile(join(app, `${name}.gz`), gzip);
  const file = {
    contentType: TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream",
    br: br.toString("base64"),
    gzip: gzip.toString("base64"),
  };
  await writeFile(join(dist, "files", `${index}.js`), `export const file = ${JSON.stringify(file)};\n`);
  return `  ${JSON.stringify(name)}: () => import("./files/${index}.js").then(file),`;
}
