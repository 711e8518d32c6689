export type { S3ObjectsOptions, SendRequest } from "./options.ts";
export { s3Objects } from "./s3-objects.ts";
