// How to start each host, from this folder.
import { binaryOf } from "./binary.mjs";

const node = (file) => ({ command: [process.execPath, file] });

/** A host on a runtime from npm. Null if there is none for this system. */
function runtime(name, program, command) {
  const binary = binaryOf(name, program);
  return { command: binary === null ? null : command(binary) };
}

const DENO_OPTIONS = ["--allow-all", "--node-modules-dir=manual", "--unstable-no-legacy-abort"];

export const HOSTS = {
  node: node("node.ts"),
  express: node("express.ts"),
  fastify: node("fastify.ts"),
  hono: node("hono.ts"),
  // Next rewrites the URL for route handlers and removes the length from responses.
  next: { ...node("next.mjs"), rewritesAddresses: true, hidesLengths: true },
  bun: runtime("bun", "bin/bun", (bun) => [bun, "bun.ts"]),
  deno: runtime("deno", "deno", (deno) => [deno, "run", ...DENO_OPTIONS, "deno.ts"]),
  workerd: {
    ...runtime("workerd", "bin/workerd", () => [process.execPath, "workerd.mjs"]),
    keepsFilesInMemory: true,
  },
};

/** Hosts that each show one feature, with `node:http` or Express. */
export const RECIPES = {
  "open-telemetry": node("open-telemetry.ts"),
  "own-database": { ...node("own-database.ts"), needsPostgres: true },
  "two-services": node("two-services.ts"),
};
