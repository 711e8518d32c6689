import { join } from "node:path";
import { defineConfig, type Options } from "tsup";
import { writeNotices } from "./third-party-notices.ts";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

interface PackageOptions {
  readonly declarations?: boolean;
  readonly plugins?: NonNullable<Options["esbuildPlugins"]>;
  /** Modules that are left as they are, beside Node's and the dependencies. */
  readonly external?: readonly string[];
  /** Runs after a build. */
  readonly onSuccess?: () => Promise<void>;
}

/**
 * The build of every package: ESM for current runtimes. `entry` maps output names to sources. A program needs no `declarations`.
 */
export function packageConfig(
  entry: Record<string, string>,
  { declarations = true, plugins = [], external = [], onSuccess }: PackageOptions = {},
) {
  const { NO_DTS: without, ONLY_DTS: only } = process.env;
  return defineConfig({
    entry,
    format: "esm",
    target: "es2023",
    platform: "neutral",
    external: [/^node:/, ...external],
    // Some modules of Node, such as readline/promises, are only known by their full names.
    removeNodeProtocol: false,
    dts:
      without || !declarations
        ? false
        : { only: Boolean(only), compilerOptions: { ignoreDeprecations: "6.0" } },
    sourcemap: true,
    // Declarations are added to a build.
    clean: !only,
    treeshake: false,
    esbuildPlugins: plugins,
    ...(onSuccess !== undefined && !only && { onSuccess }),
    esbuildOptions(options) {
      // esbuild remembers the directory it was started in; scripts/build-changed.mjs builds many from one process.
      options.absWorkingDir = process.cwd();
    },
  });
}

interface ProgramOptions {
  /** Packages that are loaded from their own folders: those with native code, or with files beside their code. */
  readonly external: readonly string[];
  /** Runs after a build. */
  readonly onSuccess?: () => Promise<void>;
}

/** Adds the licenses of what a bundle contains. */
const notices: Plugin = {
  name: "notices",
  setup(build) {
    build.initialOptions.metafile = true;
    build.onEnd(async ({ metafile }) => {
      const folder = process.cwd();
      const modules = Object.keys(metafile?.inputs ?? {}).map((input) => join(folder, input));
      await writeNotices(modules, join(folder, "dist/THIRD-PARTY-NOTICES.txt"));
    });
  },
};

/**
 * The build of a program for Node: all that it is made of, but for what is external, in few files, for each file that is looked up and
 * read makes its start longer. What is imported as it is needed stays in files of its own.
 */
export function programConfig(entry: Record<string, string>, { external, onSuccess }: ProgramOptions) {
  return defineConfig({
    entry,
    format: "esm",
    target: "node22",
    platform: "node",
    external: [...external],
    // It would win over what is external.
    noExternal: [new RegExp(`^(?!(?:${external.join("|")})(?:/|$))`)],
    // Packages in the older form of modules ask for Node's own by `require`.
    banner: {
      js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
    },
    removeNodeProtocol: false,
    dts: false,
    clean: true,
    esbuildPlugins: [notices],
    ...(onSuccess !== undefined && { onSuccess }),
    esbuildOptions(options) {
      options.absWorkingDir = process.cwd();
      // Node keeps the text of a module in memory. Functions have their names, and the lines of a stack trace stay short enough to be found.
      options.minifyWhitespace = true;
      options.minifySyntax = true;
      options.lineLimit = 120;
      // Packages name pieces of their own builds that do nothing by themselves.
      options.logOverride = { "ignored-bare-import": "silent" };
    },
  });
}
