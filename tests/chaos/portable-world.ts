import { ACCOUNT, BUCKET } from "../../packages/objects-s3/src/s3-server/start-s3rver.test-support.ts";
import { startS3 } from "../../packages/objects-s3/src/s3-server/given-s3.test-support.ts";
import { seeded } from "./random.ts";
import { S3Faults } from "./s3-faults.ts";
import { chaosWorld, type World, type WorldOptions } from "./world.ts";

/** An instance gives a request up after this, and sends it again. */
const TIMEOUT_MS = 5_000;

/** Instances with a disk each, and a bucket that has the files. */
export interface PortableWorld extends World {
  readonly faults: S3Faults;
}

/** The instances are not started yet, and the bucket has no faults. */
export async function portableWorld(
  options: Omit<WorldOptions, "bucket"> & { readonly seed: number },
): Promise<PortableWorld> {
  const { hosts, seed } = options;
  const service = await startS3({ remembers: false });
  const faults = new S3Faults(service.port, seeded(seed));
  const here = hosts?.gateway ?? "127.0.0.1";
  const endpoint = `http://${here}:${await faults.listen(here)}`;
  const world = await chaosWorld({
    ...options,
    bucket: {
      ...ACCOUNT,
      endpoint,
      bucket: BUCKET,
      region: "us-east-1",
      style: "path",
      timeoutMs: TIMEOUT_MS,
    },
  });
  return {
    ...world,
    faults,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await faults.close();
      await service.stop();
    },
  };
}
