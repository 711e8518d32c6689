// `pnpm check:api [--update]`: reports in `api/` what each entry point of each package exports, so that a review shows changes.
// Reads the declarations of the build. Fails if a report is out of date; `--update` writes it.
import { Extractor, CompilerState, ExtractorConfig } from "@microsoft/api-extractor";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { publishedFolders } from "./published-packages.mjs";
import { withSortedUnions } from "./sorted-unions.mjs";
import { fail, ROOT } from "./toolchain.mjs";

const REPORTS = join(ROOT, "api");
const isUpdate = process.argv.includes("--update");
const scratch = mkdtempSync(join(tmpdir(), "api-reports-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

/** The type check reports errors; the reports show only exports. */
const MESSAGES = {
  compilerMessageReporting: { default: { logLevel: "none" } },
  extractorMessageReporting: { default: { logLevel: "none" } },
  tsdocMessageReporting: { default: { logLevel: "none" } },
};

/** The entry points with types, named like their reports: `core`, `core.testing`. */
function entryPoints(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const name = manifest.name.slice(manifest.name.indexOf("/") + 1);
  return Object.entries(manifest.exports).map(([path, { types }]) => ({
    folder,
    name: [name, ...path.split("/").slice(1)].join("."),
    types: join(folder, types),
  }));
}

function configOf({ folder, name, types }) {
  if (!existsSync(types)) fail(`${types} does not exist. Run pnpm build first.`);
  return ExtractorConfig.prepare({
    packageJsonFullPath: join(folder, "package.json"),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: types,
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: "ES2023",
            lib: ["ES2024", "ESNext.Disposable", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
            module: "ESNext",
            moduleResolution: "Bundler",
            strict: true,
            skipLibCheck: true,
            types: ["node"],
          },
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: name,
        reportFolder: REPORTS,
        reportTempFolder: scratch,
        // Types of further entry points are mostly those of the first.
        includeForgottenExports: !name.includes("."),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: "lf",
      messages: MESSAGES,
    },
  });
}

const configs = publishedFolders().flatMap(entryPoints).map(configOf);
mkdirSync(REPORTS, { recursive: true });
const compilerState = CompilerState.create(configs[0], {
  additionalEntryPoints: configs.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath),
});
const declarationsIn = (report) => report.split("\n\n");
/** A report independent of the order in unions and of properties: declarations order them differently after some builds. */
const inAnyOrder = (report) => declarationsIn(report).map(withSortedUnions).join("\n\n");

/** A new report, with the order of the old one in each declaration that is otherwise the same. */
function inOrderOf(before, after) {
  const known = new Map(declarationsIn(before).map((each) => [withSortedUnions(each), each]));
  return declarationsIn(after)
    .map((each) => known.get(withSortedUnions(each)) ?? each)
    .join("\n\n");
}

const changed = configs.filter((config) => {
  const diffs = [];
  const { apiReportChanged } = Extractor.invoke(config, {
    compilerState,
    localBuild: false,
    printApiReportDiff: true,
    messageCallback: (message) => {
      if (message.messageId === "console-api-report-diff") diffs.push(message.text);
      message.handled = true;
    },
  });
  const { reportFilePath } = config;
  const made = join(scratch, basename(reportFilePath));
  const isNew = !existsSync(reportFilePath);
  if (isUpdate && isNew) copyFileSync(made, reportFilePath);
  if (!apiReportChanged || isNew) return isNew;
  const [before, after] = [reportFilePath, made].map((file) => readFileSync(file, "utf8"));
  const isChanged = inAnyOrder(before) !== inAnyOrder(after);
  if (isUpdate) writeFileSync(reportFilePath, inOrderOf(before, after));
  else if (isChanged) console.log(diffs.join("\n"));
  return isChanged;
});

const expected = new Set(configs.map(({ reportFilePath }) => reportFilePath));
const left = readdirSync(REPORTS)
  .map((file) => join(REPORTS, file))
  .filter((file) => !expected.has(file));
if (isUpdate) for (const file of left) rmSync(file);
const faults = [...changed.map(({ reportFilePath }) => reportFilePath), ...left];
if (!isUpdate && faults.length > 0)
  fail(`These reports are out of date. Run pnpm check:api --update:\n${faults.join("\n")}`);
