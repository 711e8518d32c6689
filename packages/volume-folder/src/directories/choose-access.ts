import { existsSync } from "node:fs";
import type { DirectoryAccess } from "./held-directory.ts";
import { procAccess } from "./proc-access.ts";
import { realPathAccess } from "./real-path-access.ts";

/** The way to hold directories open on this system. Throws where no safe one is known. */
export function chooseAccess(platform: NodeJS.Platform = process.platform): DirectoryAccess {
  if (platform === "win32") throw new Error("folderVolumes needs Linux or macOS: on Windows, run it in WSL.");
  return platform === "linux" && existsSync("/proc/self/fd") ? procAccess : realPathAccess;
}
