import { mkdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createApp } from "./app.ts";

const dataDir = process.env["DATA_DIR"] ?? "./data";
await mkdir(dataDir, { recursive: true });
const { server, service } = await createApp(dataDir);
server.listen(Number(process.env["PORT"] ?? 8080), "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(
    `listening on http://127.0.0.1:${port}; the agents are under /agents, with x-api-key: ada-key\n`,
  );
});

process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
  void service.stop().then(() => process.exit(0));
});
