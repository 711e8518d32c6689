export default {
  // They have native code, or load files beside their own.
  serverExternalPackages: ["@workspace-agent/sandbox-interpreter", "@workspace-agent/store-sqlite"],
  // Compression would hold back events.
  compress: false,
};
