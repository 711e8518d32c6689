import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { ObjectStore } from "@workspace-agent/core/ports";
import type { S3ObjectsOptions, SendRequest } from "../options.ts";
import { s3Objects } from "../s3-objects.ts";
import { S3Front, type FrontOptions } from "./s3-front.test-support.ts";
import { ACCOUNT, BUCKET, SERVICE_HOST, startS3rver } from "./start-s3rver.test-support.ts";

export interface S3UnderTest {
  readonly front: S3Front;
  /** Of the front. */
  readonly port: number;
  /** A store of the objects below `prefix`. */
  readonly open: (options?: Partial<S3ObjectsOptions>) => ObjectStore;
  /** The ids of uploads that were neither completed nor aborted. */
  readonly openUploads: () => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
}

/** Sends requests for any host name to this server, which sees the name. */
function throughPort(port: number): SendRequest {
  return (url, init) => {
    const { host, pathname, search } = new URL(url);
    const headers = new Headers(init.headers);
    headers.set("x-test-host", host);
    return fetch(`http://127.0.0.1:${port}${pathname}${search}`, { ...init, headers });
  };
}

export async function startS3(options: Partial<FrontOptions> = {}): Promise<S3UnderTest> {
  const directory = await mkdtemp(join(tmpdir(), "objects-s3-"));
  const server = await startS3rver(directory);
  const front = new S3Front({
    port: server.port,
    secret: ACCOUNT.secretAccessKey,
    conditions: "supported",
    remembers: true,
    nextFault: () => "none",
    hasUpload: (id) => existsSync(join(server.uploads, id)),
    abortUpload: (id) => rm(join(server.uploads, id), { recursive: true, force: true }),
    ...options,
  });
  const port = await front.start();
  return {
    front,
    port,
    open: (given = {}) =>
      s3Objects({
        endpoint: `http://${SERVICE_HOST}:${port}`,
        bucket: BUCKET,
        region: "us-east-1",
        ...ACCOUNT,
        style: "path",
        partBytes: 100_000,
        random: () => 0,
        fetch: throughPort(port),
        ...given,
      }),
    openUploads: () => readdir(server.uploads).catch(() => []),
    stop: async () => {
      await front.stop();
      await server.stop();
    },
  };
}

/** As `startS3`, until the end of the test. */
export async function givenS3(options: Partial<FrontOptions> = {}): Promise<S3UnderTest> {
  const started = await startS3(options);
  onTestFinished(() => started.stop());
  return started;
}
