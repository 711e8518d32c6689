export default {
  // Builds are faster without them.
  serverExternalPackages: ["@workspace-agent/sandbox-interpreter", "@workspace-agent/store-sqlite"],
  // Compression would hold back events.
  compress: false,
};
