import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { ConfigInputSchema } from "./config.ts";
import { openEnv, toStored, toWire } from "./config-codec.ts";
import { SecretBox } from "./secret-box.ts";

const box = new SecretBox("a key of this test only");
const config = (env: Record<string, unknown>) => v.parse(ConfigInputSchema, { env });

describe("secrets in a config", () => {
  it("are sealed in the store, named on the wire and opened for the sandbox", async () => {
    const stored = await toStored(
      config({ KEY: { value: "hunter22", secret: true }, PLAIN: "p" }),
      "ws_1",
      null,
      box,
    );
    expect(JSON.stringify(stored)).not.toContain("hunter22");
    expect(toWire(stored).env).toEqual({ KEY: { secret: true }, PLAIN: "p" });
    expect(await openEnv(stored, "ws_1", box)).toEqual({
      all: { KEY: "hunter22", PLAIN: "p" },
      secrets: { KEY: "hunter22" },
    });
  });

  it("are kept when they come back without a value", async () => {
    const before = await toStored(config({ KEY: { value: "hunter22", secret: true } }), "ws_1", null, box);
    const after = await toStored(config({ KEY: { secret: true } }), "ws_1", before, box);
    expect((await openEnv(after, "ws_1", box)).all).toEqual({ KEY: "hunter22" });
  });

  it("cannot be kept when there is none of that name", async () => {
    await expect(toStored(config({ KEY: { secret: true } }), "ws_1", null, box)).rejects.toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/env/KEY" }],
    });
  });

  it("open for no other workspace and with no other key", async () => {
    const stored = await toStored(config({ KEY: { value: "hunter22", secret: true } }), "ws_1", null, box);
    await expect(openEnv(stored, "ws_2", box)).rejects.toMatchObject({ code: "internal" });
    await expect(openEnv(stored, "ws_1", new SecretBox("another key of this test"))).rejects.toMatchObject({
      code: "internal",
    });
  });
});
