import { join } from "node:path";

export default {
  // Imports are also next to and above this folder.
  turbopack: { root: join(import.meta.dirname, "../../..") },
  // Types are checked with the rest of the repository.
  typescript: { ignoreBuildErrors: true },
  // Packages with native code, or with files next to their code.
  serverExternalPackages: [
    "@workspace-agent/core",
    "@workspace-agent/http",
    "@workspace-agent/sandbox-interpreter",
    "@workspace-agent/store-sqlite",
    "@workspace-agent/volume-folder",
  ],
  // Compression would hold back events until more bytes arrive.
  compress: false,
  poweredByHeader: false,
};
