import { start } from "@workspace-agent/cli";

await start({
  serve: async () => (await import("./commands/host-commands.ts")).addServe,
  backup: async () => (await import("./commands/host-commands.ts")).addBackup,
  restore: async () => (await import("./commands/host-commands.ts")).addRestore,
  doctor: async () => (await import("./commands/host-commands.ts")).addDoctor,
  "sandbox-image": async () => (await import("./commands/sandbox-image.ts")).addSandboxImage,
});
