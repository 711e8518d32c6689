import { join } from "node:path";
import type { AddressInfo } from "node:net";
import { interpreterSandbox } from "@workspace-agent/sandbox-interpreter";
import { postgresStore } from "@workspace-agent/store-postgres";
import { folderVolumes } from "@workspace-agent/volume-folder";
import express from "express";
import { Pool } from "pg";
import { PREFIX, SIGN_IN_PREFIX, startAgents } from "./agents.ts";
import { consoleLogger } from "./console-logger.ts";

// The existing connection pool and tables of the host.
const pool = new Pool({ connectionString: process.env["DATABASE_URL"] });
await pool.query("create table if not exists visits (id bigserial primary key, path text not null)");

// The agents use a schema of their own over the same connections.
const { service, forUsers, forTeam } = await startAgents(
  {
    store: postgresStore({ pool, schema: "agents", logger: consoleLogger }),
    volumes: folderVolumes({ dir: join(process.env["DATA_DIR"] ?? "./data", "files") }),
    sandbox: interpreterSandbox(),
  },
  consoleLogger,
);

const app = express();
app.use(PREFIX, forUsers);
app.use(SIGN_IN_PREFIX, forTeam);
app.use(async (request, response) => {
  await pool.query("insert into visits (path) values ($1)", [request.path]);
  const { rows } = await pool.query("select count(*)::int as visits from visits");
  response.json(rows[0]);
});

const server = app.listen(Number(process.env["PORT"] ?? 8080), "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

async function end(): Promise<void> {
  server.close();
  // The pool belongs to the host, so the service does not close it.
  await service.stop();
  server.closeAllConnections();
  await pool.end();
  process.exit(0);
}
process.once("SIGTERM", () => void end());
