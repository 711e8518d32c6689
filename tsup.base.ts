import { defineConfig, type Options } from "tsup";

interface PackageOptions {
  readonly declarations?: boolean;
  readonly plugins?: NonNullable<Options["esbuildPlugins"]>;
}

/**
 * The build of every package: ESM for current runtimes. `entry` maps output names to sources. A program needs no `declarations`.
 */
export function packageConfig(
  entry: Record<string, string>,
  { declarations = true, plugins = [] }: PackageOptions = {},
) {
  return defineConfig({
    entry,
    format: "esm",
    target: "es2023",
    platform: "neutral",
    external: [/^node:/],
    dts: process.env["NO_DTS"] || !declarations ? false : { compilerOptions: { ignoreDeprecations: "6.0" } },
    sourcemap: true,
    clean: true,
    treeshake: false,
    esbuildPlugins: plugins,
    esbuildOptions(options) {
      // esbuild remembers the directory it was started in; scripts/build-changed.mjs builds many from one process.
      options.absWorkingDir = process.cwd();
    },
  });
}
