// Checks the OpenAPI documents with the recommended rules of Redocly and Spectral; a warning fails too. Needs built packages.
// Arguments are paths of other documents to check instead.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { writeDocuments } from "./openapi-documents.mjs";
import { fail, ROOT } from "./toolchain.mjs";

const BIN = join(ROOT, "node_modules", ".bin");
/** No telemetry, no update check. */
const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", CI: "true" };

/** Resolves with the output, also of a tool that found faults. */
const run = (tool, args) =>
  promisify(execFile)(join(BIN, tool), args, { cwd: ROOT, env, maxBuffer: 2 ** 26 }).catch((error) => error);

/** Redocly's exit code ignores warnings, its report does not. */
async function redocly(document) {
  const { stdout, stderr } = await run("redocly", [
    "lint",
    document,
    "--config=redocly.yaml",
    "--format=json",
    "--lint-config=error",
    "--max-problems=1000",
  ]);
  const report = parsed(stdout);
  if (report?.totals === undefined) return [`redocly wrote no report:\n${stdout}${stderr}`];
  const { errors, warnings, ignored } = report.totals;
  const faults = report.problems.map(
    ({ severity, ruleId, message, location }) =>
      `redocly ${severity} ${ruleId}: ${message} (${location.map(({ pointer }) => pointer).join(", ")})`,
  );
  return errors + warnings + ignored === 0 ? [] : faults;
}

async function spectral(documents) {
  const {
    code = 0,
    stdout,
    stderr,
  } = await run("spectral", [
    "lint",
    ...documents,
    "--ruleset=.spectral.yaml",
    "--fail-severity=hint",
    "--format=json",
    "--quiet",
  ]);
  const report = parsed(stdout);
  if (!Array.isArray(report)) return [`spectral wrote no report:\n${stdout}${stderr}`];
  const faults = report.map(
    ({ code, message, path }) => `spectral ${code}: ${message} (#/${path.join("/")})`,
  );
  return code === 0 || faults.length > 0 ? faults : [`spectral failed:\n${stderr}`];
}

/** The JSON in the output of a tool. */
function parsed(text) {
  try {
    return JSON.parse(/[[{][^]*[\]}]/.exec(text)?.[0] ?? "");
  } catch {
    return undefined;
  }
}

const given = process.argv.slice(2);
const documents = given.length > 0 ? given : await writeDocuments(join(ROOT, ".cache", "openapi"));
const faults = (await Promise.all([...documents.map(redocly), spectral(documents)])).flat();
if (faults.length > 0) fail(`${faults.join("\n")}\n\n${faults.length} faults in ${documents.join(", ")}`);
console.log(`${documents.length} OpenAPI documents pass redocly and spectral`);
process.exit();
