import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { catalogOf } from "./choose-model.ts";
import { readSettings, SettingsError } from "./settings.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

describe("the setting MODEL_CATALOG", () => {
  it("is a file, or an http or https URL without a password, which is never shown", () => {
    for (const source of [
      "models.json",
      "/etc/models.json",
      "https://models.test/api.json",
      "http://10.0.0.1/a",
    ])
      expect(readSettings({ MODEL_CATALOG: source }).MODEL_CATALOG).toBe(source);
    for (const source of ["ftp://models.test/a", "https://user:hunter2@models.test/a", "http://"]) {
      const read = () => readSettings({ MODEL_CATALOG: source });
      expect(read).toThrow(SettingsError);
      expect(read).toThrow(
        /^MODEL_CATALOG: must be a file, or an http or https URL without a user and password$/,
      );
    }
  });

  it("is the catalog of the service, and none where it is not set", async () => {
    const folder = await newFolder();
    const file = join(folder, "models.json");
    await writeFile(file, JSON.stringify({ acme: { models: { fast: { limit: { context: 1_000 } } } } }));
    const catalog = await catalogOf(file, folder);
    expect(await catalog?.read(new AbortController().signal)).toMatchObject([{ reference: "acme/fast" }]);
    expect(await catalogOf(undefined, folder)).toBeUndefined();
  });
});
