export default {
  mode: "production",
  target: "node22",
  entry: "./node.js",
  output: { filename: "server.mjs", module: true, chunkFormat: "module", library: { type: "module" } },
  experiments: { outputModule: true },
  externalsType: "module",
  externals: ["better-sqlite3", "@workspace-agent/sandbox-interpreter", "@workspace-agent/volume-folder"],
};
