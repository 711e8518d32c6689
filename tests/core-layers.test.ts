import { expect, test } from "vitest";
import { importsIn, inCycles, workspacePackages } from "./workspace-packages.ts";

/** The folders of core from the lowest to the highest: each imports itself and those before it, types included. */
const LAYERS = [
  "runtime",
  "domain",
  "ports",
  // Services
  "redaction",
  "objects",
  "telemetry",
  "idempotency",
  "audit",
  "limits",
  "access",
  "usage",
  "images",
  "webhooks",
  "archives",
  "tokens",
  "sign-in",
  "config",
  "library",
  "quota",
  "instance",
  "portable",
  "workspaces",
  "background",
  "outputs",
  "snapshots",
  "changes",
  "files",
  "models",
  "doctor",
  // What runs turns
  "sessions",
  "rewind",
  "schedules",
  "batches",
  "agent",
  "composition",
];
/** Adapters and the test kit: they import the two lowest layers, and the test kit the public interface. */
const BESIDE = ["memory", "testing"];
/** Of no layer. */
const EVERYWHERE = ["di.ts", "version.ts"];
const ENTRIES = ["index.ts", "internal.ts", "ports.ts", "schemas.ts", "tools.ts"];

const SRC = "packages/core/src/";
const folderOf = (path: string) => path.slice(SRC.length).split("/")[0] ?? "";

/** Each import of core's sources by another, from folder to folder. */
const imports = workspacePackages
  .filter(({ folder }) => folder === "packages/core")
  .flatMap((pkg) => importsIn(pkg));

test("every folder of core has a layer", () => {
  const known = new Set([...LAYERS, ...BESIDE, ...EVERYWHERE, ...ENTRIES]);
  expect(imports.map(({ from }) => folderOf(from)).filter((folder) => !known.has(folder))).toEqual([]);
});

test("what core imports is of the same folder or of a lower one", () => {
  const upward = imports.filter(({ from, to }) => {
    const [importing, imported] = [folderOf(from), folderOf(to)];
    if (importing === imported || ENTRIES.includes(importing) || EVERYWHERE.includes(imported)) return false;
    if (BESIDE.includes(importing)) return false;
    return !(LAYERS.indexOf(imported) >= 0 && LAYERS.indexOf(imported) < LAYERS.indexOf(importing));
  });
  expect(upward).toEqual([]);
});

test("the folders of the domain import each other in one direction", () => {
  const partOf = (path: string) => path.slice(`${SRC}domain/`.length).split("/")[0] ?? "";
  const within = imports.filter(({ from, to }) => [from, to].every((path) => folderOf(path) === "domain"));
  expect(within.length).toBeGreaterThan(0);
  expect(inCycles(within, partOf)).toEqual([]);
});
