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
  bundle("core", "359 kB"),
  // Without core, which is counted above, and what the API's reference loads when somebody opens it.
  bundle("http", "93 kB", ["@workspace-agent/core", "./viewer-*"]),
  bundle("client", "9.5 kB"),
];
