import type { ModelProvider } from "../../ports/model.ts";

/** How the service behind a model answers every request of a test. */
export type ModelBehavior =
  /** Says `Hello, world`, with 10 tokens of input and 3 of output. */
  | "text"
  /** Calls the tool `lookup` with `{"q":"x"}`. */
  | "tool_call"
  /** Says `Hello` and then nothing more, without an end. */
  | "silent"
  /** Says `Hello` and breaks off without an end. */
  | "cut"
  /** Refuses the credentials. */
  | "unauthorized"
  /** Allows no more calls for 7 seconds. */
  | "rate_limited"
  /** Refuses the prompt as too long. */
  | "too_long";

export interface ModelsUnderTest {
  readonly provider: ModelProvider;
  /** Ends the service. */
  readonly close?: () => Promise<void>;
}

export type MakeModels = (behavior: ModelBehavior) => ModelsUnderTest | Promise<ModelsUnderTest>;

export type ModelPartName = "text" | "tools" | "abort" | "errors";

/** The parts of a complete model. */
export const MODEL_PARTS: readonly ModelPartName[] = ["text", "tools", "abort", "errors"];
