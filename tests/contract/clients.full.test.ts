import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@hey-api/openapi-ts";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { beforeAll, expect, test } from "vitest";
import { nodeServer } from "../../packages/http/src/node-server.test-support.ts";
import { testApi } from "../../packages/http/src/test-api.test-support.ts";

const ROOT = join(import.meta.dirname, "../..");
const FLOWS = join(import.meta.dirname, "clients", "flows");
/** Inside the repository, so that the clients find their packages. */
const BUILT = join(ROOT, ".cache", "clients");

interface Tool {
  readonly name: string;
  /** Makes `generated.ts` or a folder `generated` out of the served document. */
  readonly generate: (document: string, folder: string) => Promise<void>;
  /** Whether what it makes holds to `exactOptionalPropertyTypes`. */
  readonly isExact: boolean;
}

const TOOLS: readonly Tool[] = [
  {
    name: "openapi-fetch",
    isExact: true,
    generate: async (document, folder) => {
      // What has a default may be left out of a request.
      const options = { defaultNonNullable: false };
      const types = astToString(await openapiTS(readFileSync(document, "utf8"), options));
      writeFileSync(join(folder, "generated.ts"), types);
    },
  },
  {
    name: "hey-api",
    isExact: false,
    generate: async (document, folder) => {
      await createClient({
        input: document,
        output: { path: join(folder, "generated") },
        plugins: ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"],
        logs: { level: "silent" },
      });
    },
  },
];

/** What the compiler says against a program. */
function complaintsOf(program: string, isExact: boolean): readonly string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    lib: ["lib.es2024.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    noUncheckedIndexedAccess: true,
    noImplicitOverride: true,
    exactOptionalPropertyTypes: isExact,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  };
  const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram([program], options));
  return diagnostics.map(
    ({ file, messageText }) =>
      `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
  );
}

beforeAll(async () => {
  rmSync(BUILT, { recursive: true, force: true });
  mkdirSync(BUILT, { recursive: true });
  await using api = await testApi();
  writeFileSync(join(BUILT, "openapi.json"), (await api.call("GET", "/api/docs/openapi.json")).text);
});

test.for(TOOLS)(
  "a client made by $name compiles strictly and does a CI job's work",
  async ({ name, generate, isExact }) => {
    const folder = join(BUILT, name);
    mkdirSync(folder);
    await generate(join(BUILT, "openapi.json"), folder);
    const program = join(folder, "flow.ts");
    copyFileSync(join(FLOWS, `${name}.ts`), program);
    expect(readFileSync(program, "utf8")).not.toMatch(/\bany\b|\bas (?!const)|@ts-|!\./);
    expect(complaintsOf(program, isExact)).toEqual([]);

    await using api = await testApi();
    await using server = await nodeServer(api.handler);
    const { runFlow } = (await import(program)) as {
      runFlow: (base: string, token: string) => Promise<unknown>;
    };
    expect(await runFlow(server.url, api.token)).toEqual({
      repeatedId: true,
      size: 9,
      status: "completed",
      contents: ["user: Say so.", "assistant: done"],
      file: "one line\n",
      deleted: 204,
      gone: "not_found",
    });
  },
);
