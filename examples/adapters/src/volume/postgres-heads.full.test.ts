import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describeVolumeContract } from "@workspace-agent/core/testing";
import { folderObjects } from "@workspace-agent/volume-folder";
import { Pool } from "pg";
import { objectVolumes } from "./object-volumes.ts";
import { HEADS_TABLE, postgresHeads } from "./postgres-heads.ts";

describeVolumeContract(
  "volumes of objects in a folder, with heads in Postgres",
  async () => {
    const dir = await mkdtemp(join(tmpdir(), "objects-"));
    // The address of a new database on the Postgres of the tests (`tests/postgres`).
    const pool = new Pool({ connectionString: await text(connect(process.env.TEST_POSTGRES ?? "")) });
    await pool.query(HEADS_TABLE);
    const open = () =>
      objectVolumes(folderObjects({ dir, durable: false }), postgresHeads(pool), "test-folder");
    const remove = async () => {
      await pool.end();
      await rm(dir, { recursive: true });
    };
    return { provider: open(), reopen: open, another: open, remove };
  },
  { parts: ["quota", "sealed"] },
);
