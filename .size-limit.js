/** What a package weighs for who bundles it, minified and compressed with its dependencies: today's size and a little room. */
const bundle = (name, limit, ignore = []) => ({
  name,
  path: `packages/${name}/dist/index.js`,
  limit,
  ignore,
  gzip: true,
  modifyEsbuildConfig: (config) => ({ ...config, logLevel: "error" }),
});

export default [
  // With archives.
  bundle("core", "360 kB"),
  // Without core, which is counted above.
  bundle("http", "96 kB", ["@workspace-agent/core"]),
  bundle("client", "9.6 kB"),
];
