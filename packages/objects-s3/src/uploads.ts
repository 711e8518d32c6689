import type { ObjectInfo } from "@workspace-agent/core/ports";
import type { BodyPart, BodyParts } from "./body-parts.ts";
import { isUnavailable } from "./failures.ts";
import {
  abortUpload,
  beginUpload,
  completeUpload,
  sendParts,
  type SentParts,
  type Upload,
} from "./multipart-upload.ts";
import type { Settings } from "./options.ts";
import { headObject, type Located } from "./reading.ts";
import type { S3Client } from "./s3-client.ts";

export interface Target extends Located {
  readonly ifAbsent: boolean;
}

/** Writes objects, in one request or in parts. */
export class Uploads {
  /** Whether the service has refused the condition as unknown to it. Then the look before the upload has to do. */
  private isUnconditional = false;

  constructor(
    private readonly client: S3Client,
    private readonly settings: Settings,
  ) {}

  /** Returns what is there already, or null once the object is stored. */
  async store(target: Target, parts: BodyParts): Promise<ObjectInfo | null> {
    const first = await parts.next();
    const isStored = first.isLast
      ? await this.storeAtOnce(target, first.bytes)
      : await this.storeInParts(target, first, parts);
    if (isStored) return null;
    const present = await headObject(this.client, target);
    if (present === null) throw isUnavailable("removed the object while it was written");
    return present;
  }

  private conditionOf({ ifAbsent }: Target): Readonly<Record<string, string>> {
    return ifAbsent && !this.isUnconditional ? { "if-none-match": "*" } : {};
  }

  private async storeAtOnce(target: Target, body: Uint8Array<ArrayBuffer>): Promise<boolean> {
    const { path, signal } = target;
    const headers = this.conditionOf(target);
    const isConditional = headers["if-none-match"] !== undefined;
    const { status } = await this.client.call({
      method: "PUT",
      path,
      headers,
      body,
      signal,
      isIdempotent: true,
      expected: isConditional ? [412, 501] : [],
    });
    if (status !== 501) return status !== 412;
    this.isUnconditional = true;
    return this.storeAtOnce(target, body);
  }

  private async storeInParts(target: Target, first: BodyPart, parts: BodyParts): Promise<boolean> {
    const upload = await beginUpload(this.client, target.path, target.signal);
    try {
      const sent = await sendParts(this.client, upload, first, parts, target.signal);
      const isStored = await this.complete(target, upload, sent);
      if (!isStored) await this.abort(upload);
      return isStored;
    } catch (error) {
      await this.abort(upload);
      throw error;
    }
  }

  private async complete(target: Target, upload: Upload, sent: SentParts): Promise<boolean> {
    const condition = this.conditionOf(target);
    const outcome = await completeUpload(this.client, upload, sent, condition, target.signal);
    switch (outcome) {
      case "done":
        return true;
      case "present":
        return false;
      case "unsupported":
        if (condition["if-none-match"] === undefined) throw isUnavailable("completes no uploads");
        this.isUnconditional = true;
        return this.complete(target, upload, sent);
      case "gone": {
        const found = await headObject(this.client, target);
        const isOurs = upload.startedAt !== null && (found?.modifiedAt ?? 0) >= upload.startedAt;
        if (isOurs && found?.size === sent.size) return true;
        throw isUnavailable("lost the upload");
      }
    }
  }

  private async abort(upload: Upload): Promise<void> {
    await abortUpload(this.client, upload).catch((error: unknown) => {
      this.settings.logger.warn({ error }, "the parts of an upload that failed could not be removed");
    });
  }
}
