// Checks the OpenAPI documents by the recommended rules of Redocly and Spectral; a warning fails too. Needs the packages built.
// With paths as arguments, checks those documents instead.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { writeDocuments } from "./openapi-documents.mjs";
import { fail, ROOT } from "./toolchain.mjs";

const BIN = join(ROOT, "node_modules", ".bin");
/** Nothing is told to anybody and nothing is asked for. */
const OFFLINE = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", CI: "true" };

async function run(tool, args) {
  const child = spawn(join(BIN, tool), args, {
    cwd: ROOT,
    env: { ...process.env, ...OFFLINE },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = [];
  const errors = [];
  child.stdout.on("data", (chunk) => output.push(chunk));
  child.stderr.on("data", (chunk) => errors.push(chunk));
  const code = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  return { code, output: Buffer.concat(output).toString(), errors: Buffer.concat(errors).toString() };
}

/** Redocly's exit code does not tell warnings, its report does. */
async function redocly(document) {
  const { output, errors } = await run("redocly", [
    "lint",
    document,
    "--config=redocly.yaml",
    "--format=json",
    "--lint-config=error",
    "--max-problems=1000",
  ]);
  const report = parsed(output);
  if (report?.totals === undefined) return [`redocly gave no report:\n${output}${errors}`];
  const { errors: wrong, warnings, ignored } = report.totals;
  const faults = report.problems.map(
    ({ severity, ruleId, message, location }) =>
      `redocly ${severity} ${ruleId}: ${message} (${location.map(({ pointer }) => pointer).join(", ")})`,
  );
  return wrong + warnings + ignored === 0 ? [] : faults;
}

async function spectral(documents) {
  const { code, output, errors } = await run("spectral", [
    "lint",
    ...documents,
    "--ruleset=.spectral.yaml",
    "--fail-severity=hint",
    "--format=json",
    "--quiet",
  ]);
  const report = parsed(output);
  if (!Array.isArray(report)) return [`spectral gave no report:\n${output}${errors}`];
  const faults = report.map(
    ({ code, message, path }) => `spectral ${code}: ${message} (#/${path.join("/")})`,
  );
  return code === 0 || faults.length > 0 ? faults : [`spectral failed:\n${errors}`];
}

/** A report, without what else is said around it. */
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
console.log(`sound by redocly and spectral: ${documents.length} OpenAPI documents`);
process.exit();
