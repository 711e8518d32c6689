import { describe, expect, test } from "vitest";
import { DomainError } from "@workspace-agent/core";
import { DEFAULT_MODELS, modelsFromEnvironment, type Environment } from "./models-from-environment.ts";
import { read } from "./provider-models.test-support.ts";
import { refusal, replayServer } from "./replay-server.test-support.ts";

function refusedBy(environment: Environment): string {
  try {
    modelsFromEnvironment(environment);
  } catch (error) {
    if (DomainError.isInstance(error) && error.code === "model_unavailable") return error.detail;
    throw error;
  }
  throw new Error("it was accepted");
}

describe("the environment chooses the model", () => {
  test("without any provider: the rehearsal model", async () => {
    expect(modelsFromEnvironment({})).toEqual({
      provider: null,
      chosen: "rehearsal",
      why: "no provider's key is set",
    });
    expect(modelsFromEnvironment({ ANTHROPIC_API_KEY: "", MODEL: " " })).toMatchObject({
      provider: null,
    });
  });

  test("with a key alone: a current default of that provider", async () => {
    const anthropic = modelsFromEnvironment({ ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k" });
    expect(anthropic).toMatchObject({
      chosen: DEFAULT_MODELS.anthropic,
      why: "ANTHROPIC_API_KEY is set, and MODEL is not",
    });
    expect(anthropic.provider?.default).toBe(DEFAULT_MODELS.anthropic);
    expect(anthropic.provider?.resolve("openai/gpt-5.4", { tenant: "default" })).not.toBeNull();
    expect(anthropic.provider?.resolve("openai-compatible/x", { tenant: "default" })).toBeNull();
    expect(modelsFromEnvironment({ OPENAI_API_KEY: "k" }).chosen).toBe(DEFAULT_MODELS.openai);
  });

  test("by MODEL, whatever else is set", async () => {
    const environment = { ANTHROPIC_API_KEY: "k", OPENAI_COMPATIBLE_BASE_URL: "http://localhost:1/v1" };
    const named = modelsFromEnvironment({ ...environment, MODEL: "openai-compatible/org/model" });
    expect(named).toMatchObject({ chosen: "openai-compatible/org/model", why: "MODEL names it" });
    expect(named.provider?.resolve(named.chosen, { tenant: "default" })?.reference).toBe(
      "openai-compatible/org/model",
    );
    expect(modelsFromEnvironment({ ...environment, MODEL: "rehearsal" })).toMatchObject({
      provider: null,
      chosen: "rehearsal",
    });
  });

  test("not by a server of which no model is named", async () => {
    const { provider, why } = modelsFromEnvironment({
      OPENAI_COMPATIBLE_BASE_URL: "http://localhost:1/v1",
    });
    expect(provider).toBeNull();
    expect(why).toContain("openai-compatible/<id>");
  });

  test("and refuses a MODEL that is not configured or not of the form", async () => {
    expect(refusedBy({ MODEL: "anthropic/claude-sonnet-5-5", OPENAI_API_KEY: "k" })).toContain(
      "ANTHROPIC_API_KEY",
    );
    expect(refusedBy({ MODEL: "claude-sonnet-5-5", ANTHROPIC_API_KEY: "k" })).toContain("anthropic/<id>");
    expect(refusedBy({ MODEL: "mistral/x" })).toContain("openai-compatible/<id>");
  });
});

describe("the models of a compatible server", () => {
  test("see images only where OPENAI_COMPATIBLE_SEES_IMAGES says so", () => {
    const sees = (environment: Environment) =>
      modelsFromEnvironment({
        OPENAI_COMPATIBLE_BASE_URL: "http://127.0.0.1:1/v1",
        MODEL: "openai-compatible/m",
        ...environment,
      }).provider?.resolve("openai-compatible/m", { tenant: "default" })?.sees_images ?? false;
    expect(sees({})).toBe(false);
    expect(sees({ OPENAI_COMPATIBLE_SEES_IMAGES: "true" })).toBe(true);
  });
});

describe("the environment's addresses", () => {
  const urlOf = async (base: string, name: string, environment: Environment, reference: string) => {
    const server = await replayServer(refusal(400, {}));
    const root = server.url.replace("/v1", "");
    const { provider } = modelsFromEnvironment({
      ...environment,
      [name]: `${root}${base}`,
      MODEL: reference,
    });
    const model = provider?.resolve(reference, { tenant: "default" });
    if (!model) throw new Error("no model");
    await read(model);
    return server.calls[0]?.url;
  };

  test("are used, Anthropic's with and without its version", async () => {
    const key = { ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k" };
    expect(await urlOf("", "ANTHROPIC_BASE_URL", key, "anthropic/x")).toBe("/v1/messages");
    expect(await urlOf("/", "ANTHROPIC_BASE_URL", key, "anthropic/x")).toBe("/v1/messages");
    expect(await urlOf("/v1/", "ANTHROPIC_BASE_URL", key, "anthropic/x")).toBe("/v1/messages");
    expect(await urlOf("/proxy", "ANTHROPIC_BASE_URL", key, "anthropic/x")).toBe("/proxy/v1/messages");
    expect(await urlOf("/v1", "OPENAI_BASE_URL", key, "openai/x")).toBe("/v1/responses");
    expect(await urlOf("/v1", "OPENAI_COMPATIBLE_BASE_URL", {}, "openai-compatible/x")).toBe(
      "/v1/chat/completions",
    );
  });

  test("count as absent when they are empty, and are removed", async () => {
    const environment = { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: " ", OPENAI_BASE_URL: "" };
    expect(modelsFromEnvironment(environment).provider).not.toBeNull();
    expect(environment).toEqual({ ANTHROPIC_API_KEY: "k" });
  });
});
