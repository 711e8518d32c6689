import { DomainError, type FieldError } from "../errors/domain-error.ts";
import { toPointer } from "../errors/pointer.ts";
import type { Config, ConfigInput, ConfigOverlay, StoredConfig } from "./config.ts";
import type { SecretBox } from "./secret-box.ts";

const NO_VALUE = "There is no stored secret of that name to keep: give its value.";

const context = (workspaceId: string, name: string) => `${workspaceId}/env/${name}`;

/** A config for the store: secrets sealed. A secret without a value keeps the one stored before. `at` is where the config is in the body. */
export async function toStored(
  input: ConfigInput,
  workspaceId: string,
  before: StoredConfig | null,
  box: SecretBox,
  at: readonly string[] = [],
): Promise<StoredConfig> {
  const env: Record<string, StoredConfig["env"][string]> = {};
  const errors: FieldError[] = [];
  for (const [name, value] of Object.entries(input.env)) {
    if (typeof value === "string") env[name] = value;
    else if (value.value !== undefined)
      env[name] = { secret: true, sealed: await box.seal(value.value, context(workspaceId, name)) };
    else {
      const kept = before !== null && Object.hasOwn(before.env, name) ? before.env[name] : undefined;
      if (kept !== undefined && typeof kept !== "string") env[name] = kept;
      else errors.push({ pointer: toPointer([...at, "env", name]), detail: NO_VALUE });
    }
  }
  const [first] = errors;
  if (first !== undefined)
    throw new DomainError("invalid_request", `${first.pointer}: ${NO_VALUE}`, { errors });
  return { ...input, env };
}

/** A config as it is answered: secrets are named and not shown. */
export function toWire(stored: StoredConfig): Config {
  const env: Config["env"] = {};
  for (const [name, value] of Object.entries(stored.env))
    env[name] = typeof value === "string" ? value : { secret: true };
  return { ...stored, env };
}

/** A config for a template: of a secret nothing but its name. */
export function toOverlay(stored: StoredConfig): ConfigOverlay {
  return toWire(stored);
}

export interface OpenedEnv {
  readonly all: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/** The variables for a sandbox, and which of them are secret. */
export async function openEnv(stored: StoredConfig, workspaceId: string, box: SecretBox): Promise<OpenedEnv> {
  const all: Record<string, string> = {};
  const secrets: Record<string, string> = {};
  for (const [name, value] of Object.entries(stored.env)) {
    if (typeof value === "string") all[name] = value;
    else {
      const opened = await box.open(value.sealed, context(workspaceId, name));
      all[name] = opened;
      secrets[name] = opened;
    }
  }
  return { all, secrets };
}
