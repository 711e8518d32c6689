import { createHash } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Readable } from "node:stream";
import S3rver from "s3rver";

export const BUCKET = "bucket";
/** s3rver accepts this account. */
export const ACCOUNT = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
export const SERVICE_HOST = "s3.example.test";

const contentOf = (content: Readable | Buffer) => (Buffer.isBuffer(content) ? content : buffer(content));
const md5Of = (content: Buffer) => createHash("md5").update(content).digest("hex");

/**
 * Starts s3rver, and returns its port. It lists folder by folder, and answers before a file is written, or while it is written: its
 * store is replaced in these points, so that it does what S3 does.
 */
export async function startS3rver(directory: string) {
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    serviceEndpoint: "example.test",
    configureBuckets: [{ name: BUCKET }],
  });
  const { store } = server;
  const listAll = store.listObjects.bind(store);
  let writes = 0;

  store.listObjects = async (bucket, { prefix = "", startAfter = "", maxKeys }) => {
    const all = await listAll(bucket, { prefix, maxKeys: Infinity });
    const objects = all.objects
      .filter(({ key }) => key > startAfter)
      .toSorted((one, other) => (one.key < other.key ? -1 : 1));
    return {
      objects: objects.slice(0, maxKeys),
      commonPrefixes: [],
      isTruncated: objects.length > maxKeys,
    };
  };

  store.putObject = async ({ bucket, key, content, metadata }) => {
    const bytes = await contentOf(content);
    const path = store.getResourcePath(bucket, key, "object");
    await mkdir(dirname(path), { recursive: true });
    const temporary = join(directory, `writing-${++writes}`);
    await writeFile(temporary, bytes);
    await rename(temporary, path);
    const md5 = md5Of(bytes);
    await store.putMetadata(bucket, key, metadata, md5);
    return { size: bytes.length, md5 };
  };

  store.putPart = async (bucket, uploadId, part, content) => {
    const bytes = await contentOf(content);
    const path = join(store.getResourcePath(bucket, undefined, "uploads"), uploadId, String(part));
    await writeFile(path, bytes);
    return { size: bytes.length, md5: md5Of(bytes) };
  };

  const { port } = await server.run();
  return {
    port,
    /** The parts of uploads that were neither completed nor aborted. */
    uploads: store.getResourcePath(BUCKET, undefined, "uploads"),
    stop: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
