/** What tests use of s3rver, which has no types. */
declare module "s3rver" {
  import type { Readable } from "node:stream";

  interface StoredObject {
    readonly bucket: string;
    readonly key: string;
    readonly content: Readable | Buffer;
    readonly metadata: Readonly<Record<string, string>>;
  }

  interface ObjectList {
    readonly objects: readonly StoredObject[];
    readonly commonPrefixes: readonly string[];
    readonly isTruncated: boolean;
  }

  interface ListOptions {
    readonly startAfter?: string;
    readonly prefix?: string;
    readonly maxKeys: number;
  }

  interface Written {
    readonly size: number;
    readonly md5: string;
  }

  interface FileStore {
    getResourcePath(bucket: string, key: string | undefined, resource: string): string;
    putMetadata(bucket: string, key: string, metadata: StoredObject["metadata"], md5: string): Promise<void>;
    listObjects(bucket: string, options: ListOptions): Promise<ObjectList>;
    putObject(object: StoredObject): Promise<Written>;
    putPart(bucket: string, uploadId: string, part: string | number, content: Readable): Promise<Written>;
  }

  class S3rver {
    constructor(options: {
      readonly port: number;
      readonly address: string;
      readonly silent: boolean;
      readonly directory: string;
      readonly serviceEndpoint: string;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    readonly store: FileStore;
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }

  export = S3rver;
}
