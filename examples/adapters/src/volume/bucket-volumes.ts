import { silentLogger, type VolumeProvider } from "@workspace-agent/core";
import { s3Objects } from "@workspace-agent/objects-s3";
import { Pool } from "pg";
import { objectVolumes } from "./object-volumes.ts";
import { HEADS_TABLE, postgresHeads } from "./postgres-heads.ts";

/** Volumes in the bucket and the database that the environment names. */
export async function bucketVolumes(
  env: Readonly<Record<string, string | undefined>>,
  logger = silentLogger,
): Promise<VolumeProvider> {
  const bucket = env.BUCKET ?? "";
  const objects = s3Objects({
    endpoint: env.ENDPOINT ?? "https://s3.eu-central-1.amazonaws.com",
    region: env.REGION ?? "eu-central-1",
    bucket,
    style: "virtual-host",
    accessKeyId: env.ACCESS_KEY_ID ?? "",
    secretAccessKey: env.SECRET_ACCESS_KEY ?? "",
    logger,
  });
  const pool = new Pool({ connectionString: env.DATABASE_URL });
  // An idle connection that is lost is replaced.
  pool.on("error", () => undefined);
  await pool.query(HEADS_TABLE);
  return { ...objectVolumes(objects, postgresHeads(pool), bucket, logger), close: () => pool.end() };
}
