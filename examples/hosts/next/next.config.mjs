import { join } from "node:path";

export default {
  // What of it is imported lies beside and above this folder, too.
  turbopack: { root: join(import.meta.dirname, "../../..") },
  // The types are checked with the rest of the repository.
  typescript: { ignoreBuildErrors: true },
  // They have native code, and files beside their code that they look for.
  serverExternalPackages: [
    "@workspace-agent/core",
    "@workspace-agent/http",
    "@workspace-agent/sandbox-interpreter",
    "@workspace-agent/store-sqlite",
    "@workspace-agent/volume-folder",
  ],
  // A compressed stream waits for more bytes than an event has.
  compress: false,
  poweredByHeader: false,
};
