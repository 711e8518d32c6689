import { createHash } from "node:crypto";
import { errorCode, isRefused, isUnavailable } from "./failures.ts";
import type { S3Client } from "./s3-client.ts";
import { element, toXml } from "./xml.ts";

/** What a service removes at once. */
const BATCH = 1_000;
const TRANSIENT: ReadonlySet<string> = new Set(["InternalError", "ServiceUnavailable", "SlowDown"]);

/** Removes objects, many at once where the service can. */
export class Deleting {
  private hasBatches = true;

  constructor(private readonly client: S3Client) {}

  async remove(paths: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    for (let start = 0; start < paths.length; start += BATCH) {
      const batch = paths.slice(start, start + BATCH);
      if (!this.hasBatches || !(await this.removeBatch(batch, signal)))
        for (const path of batch) await this.removeOne(path, signal);
    }
  }

  /** False where the service cannot remove many at once. */
  private async removeBatch(paths: readonly string[], signal: AbortSignal | undefined): Promise<boolean> {
    const objects = paths.map((path) => `<Object>${element("Key", path)}</Object>`).join("");
    const body = toXml("Delete", `<Quiet>true</Quiet>${objects}`);
    const { status, xml } = await this.client.call({
      method: "POST",
      query: { delete: "" },
      // Each service accepts this checksum; newer ones accept others too.
      headers: {
        "content-md5": createHash("md5").update(body).digest("base64"),
        "content-type": "application/xml",
      },
      body,
      signal,
      isIdempotent: true,
      expected: [405, 501],
    });
    this.hasBatches = status < 300;
    const codes = (xml?.all("Error") ?? []).map((error) => errorCode(error.text("Code")) ?? "an error");
    const [failed] = codes.filter((code) => code !== "NoSuchKey");
    if (!this.hasBatches || failed === undefined) return this.hasBatches;
    const what = `did not remove an object: it answered ${failed}`;
    throw TRANSIENT.has(failed) ? isUnavailable(what) : isRefused(what);
  }

  private async removeOne(path: string, signal: AbortSignal | undefined): Promise<void> {
    await this.client.call({ method: "DELETE", path, signal, isIdempotent: true, expected: [404] });
  }
}
