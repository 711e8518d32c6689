import { silentLogger } from "@workspace-agent/core";
import { describe, expect, it } from "vitest";
import { givenBucket } from "./bucket.test-support.ts";
import { chooseObjects } from "./choose-objects.ts";
import { readSettings, SettingsError } from "./settings.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

const choose = (env: Readonly<Record<string, string>>) => chooseObjects(readSettings(env), silentLogger);

const refusalOf = async (env: Readonly<Record<string, string>>): Promise<Error> => {
  const outcome = await choose(env).catch((error: unknown) => error);
  if (outcome instanceof Error) return outcome;
  throw new Error("The bucket was accepted.");
};

const bytes = new TextEncoder().encode("content");

describe("the bucket of the settings", () => {
  it("is s3:// with a bucket, and a prefix or none", () => {
    const bucketOf = (FILES_BUCKET: string) => readSettings({ FILES_BUCKET }).FILES_BUCKET;
    expect(bucketOf("s3://my-files")).toEqual({ bucket: "my-files", prefix: "" });
    expect(bucketOf("s3://my-files/")).toEqual({ bucket: "my-files", prefix: "" });
    expect(bucketOf("s3://my.files/team/a/")).toEqual({ bucket: "my.files", prefix: "team/a" });
    for (const given of ["my-files", "https://my-files", "s3://", "s3://a", "s3://My-Files", "s3://a_b"])
      expect(() => bucketOf(given)).toThrow(
        /^FILES_BUCKET: must have the form s3:\/\/bucket or s3:\/\/bucket\/prefix$/,
      );
    for (const prefix of ["Team", "a//b", "/a", ".a", "a b", "ü"])
      expect(() => bucketOf(`s3://my-files/${prefix}`)).toThrow(/^FILES_BUCKET: must have a prefix of/);
  });

  it("has settings whose errors name them and never their values", async () => {
    for (const [name, value] of [
      ["S3_ENDPOINT", "ftp://canary.test"],
      ["S3_ENDPOINT", "https://user:canary@s3.test"],
      ["S3_ENDPOINT", "canary"],
      ["S3_REGION", "canary us"],
      ["S3_STYLE", "canary"],
    ] as const) {
      const error = await Promise.resolve()
        .then(() => readSettings({ [name]: value }))
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(SettingsError);
      expect(String(error)).toMatch(new RegExp(`^SettingsError: ${name}: must be`));
      expect(String(error)).not.toContain("canary");
    }
    const { settings } = await givenBucket();
    for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]) {
      const missing = await refusalOf({ ...settings, [name]: "" });
      expect([missing.name, missing.message]).toEqual([
        "SettingsError",
        `${name}: must be set with FILES_BUCKET`,
      ]);
      const wrong = await refusalOf({ ...settings, [name]: "canary\n" });
      expect(wrong.message).toBe(`${name}: must be printable ASCII without spaces`);
    }
  });

  it("stores the objects below the prefix, and is named without credentials", async () => {
    const bucket = await givenBucket("team/a");
    const { objects, portableFiles, description } = await choose(bucket.settings);
    expect(bucket.keys()).toEqual([]);
    await objects.put("p/one", bytes);
    expect(bucket.keys()).toEqual(["team/a/p/one"]);
    expect(portableFiles).toBe(true);
    const { host } = new URL(bucket.settings["S3_ENDPOINT"] ?? "");
    expect(description).toBe(`s3://bucket/team/a at ${host} (FILES_BUCKET)`);
  });

  it("is refused at the start where it cannot be reached or used, and the error says which it is", async () => {
    const bucket = await givenBucket();
    bucket.refuse();
    const { host } = new URL(bucket.settings["S3_ENDPOINT"] ?? "");
    const refused = await refusalOf(bucket.settings);
    expect(refused).toMatchObject({ code: "storage_refused" });
    expect(refused.message).toMatch(new RegExp(`\\(FILES_BUCKET: s3://bucket at ${host}\\)$`));
    const absent = await refusalOf({ ...bucket.settings, S3_ENDPOINT: "http://127.0.0.1:1" });
    expect(absent).toMatchObject({ code: "overloaded" });
    expect(absent.message).toMatch(/\(FILES_BUCKET: s3:\/\/bucket at 127\.0\.0\.1:1\)$/);
    for (const secret of bucket.secrets) expect(`${refused.stack} ${absent.stack}`).not.toContain(secret);
  });

  it("is absent without FILES_BUCKET: the objects are in the data folder, and the files belong to the host", async () => {
    const dir = await newFolder();
    const { settings, keys } = await givenBucket();
    const { objects, ...chosen } = await choose({ ...settings, DATA_DIR: dir, FILES_BUCKET: "" });
    await objects.put("p/one", bytes);
    expect([chosen, keys()]).toEqual([{ portableFiles: false, description: null }, []]);
  });
});
