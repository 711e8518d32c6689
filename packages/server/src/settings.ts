import { isAddressRange } from "@workspace-agent/http";
import * as v from "valibot";
import { BUCKET_SETTINGS } from "./bucket-settings.ts";

const text = v.pipe(v.string(), v.minLength(1));

function isCatalogUrl(given: string): boolean {
  const url = URL.parse(given);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}

/** Above 0. */
const whole = (what: string) =>
  v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/, `must be a whole number ${what}`), v.transform(Number));
const count = whole("above 0");
/** As many seconds as a timer can wait. */
const seconds = v.pipe(count, v.maxValue(2_147_483, "must be at most 2147483"));
const mebibytes = whole("of MiB");

/** Comma-separated names. */
const names = v.pipe(
  v.string(),
  v.transform((given) =>
    given.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim().toLowerCase()])),
  ),
);

/** A number above 0 within the limit of configs. */
const amount = (most: number, digits = /^\d{1,9}$/) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(digits, "must be a number"),
      v.transform(Number),
      v.gtValue(0, "must be above 0"),
      v.maxValue(most, `must be at most ${most}`),
    ),
  );

const SettingsSchema = v.object({
  HOST: v.optional(text, "127.0.0.1"),
  PORT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, "must be a port number"),
      v.transform(Number),
      v.maxValue(65_535),
    ),
    "8787",
  ),
  DATA_DIR: v.optional(text, "./data"),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^postgres(ql)?:\/\//, "must have the form postgres://user:password@host:port/database"),
      v.url("must be a URL; percent-encode special characters of the password"),
    ),
  ),
  ...BUCKET_SETTINGS,
  SANDBOX: v.optional(v.picklist(["auto", "local", "docker", "interpreter"]), "auto"),
  SANDBOX_IMAGE: v.optional(text),
  MODEL_CATALOG: v.optional(
    v.pipe(
      text,
      v.check(
        (given) => !/^[a-z]+:\/\//i.test(given) || isCatalogUrl(given),
        "must be a file, or an http or https URL without a user and password",
      ),
    ),
  ),
  BOOTSTRAP_TOKEN_FILE: v.optional(text),
  ADMIN_PASSWORD: v.optional(v.pipe(v.string(), v.minLength(8, "must have at least 8 characters"))),
  PUBLIC_URL: v.optional(
    v.pipe(v.string(), v.url("must be a URL"), v.regex(/^https?:/, "must be an http or https URL")),
  ),
  ALLOWED_HOSTS: v.optional(names, ""),
  TRUSTED_PROXIES: v.optional(
    v.pipe(
      names,
      v.check(
        (given) => given.every(isAddressRange),
        "must be addresses, or ranges such as 10.0.0.0/8, separated by commas",
      ),
    ),
    "",
  ),
  MAX_CONNECTIONS: v.optional(count, "4096"),
  HEADERS_TIMEOUT_SECONDS: v.optional(seconds, "15"),
  BODY_TIMEOUT_SECONDS: v.optional(seconds, "30"),
  STREAMS_PER_PRINCIPAL: v.optional(count, "1000"),
  WAITS_PER_PRINCIPAL: v.optional(count, "500"),
  READS_PER_PRINCIPAL: v.optional(count, "100"),
  MCP_PRIVATE_HOSTS: v.optional(names, ""),
  WEBHOOK_PRIVATE_HOSTS: v.optional(names, ""),
  SECRET_KEY: v.optional(v.pipe(v.string(), v.minLength(16, "must have at least 16 characters"))),
  PLACEMENT: v.optional(text),
  MAX_MEMORY_MB: amount(1_048_576),
  MAX_CPUS: amount(64, /^\d{1,2}(?:\.\d{1,3})?$/),
  MAX_DISK_MB: amount(10_485_760),
  MAX_TURN_SECONDS: amount(604_800),
  MAX_RUNNING_TURNS: amount(100_000),
  MAX_RUNNING_TURNS_PER_WORKSPACE: amount(100_000),
  MAX_RUNNING_TURNS_PER_PRINCIPAL: amount(100_000),
  SESSION_TTL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{0,4}d$/, "must be a number of days such as 90d"),
      v.transform((given) => Number(given.slice(0, -1))),
      v.maxValue(36_500, "must be at most 36500d"),
    ),
  ),
  AFS_DISK_MB: v.optional(mebibytes, "102400"),
  DISK_RESERVE_MB: v.optional(mebibytes),
  LOG_LEVEL: v.optional(v.picklist(["silent", "error", "warn", "info", "debug"]), "warn"),
});

/**
 * The environment variables of the server; docs/settings.md documents them. `@workspace-agent/model-ai-sdk` reads those of the
 * models.
 */
export type Settings = v.InferOutput<typeof SettingsSchema>;

/** Invalid settings. The message names the variables but never their values. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** Reads the settings; empty variables count as unset. Throws `SettingsError`. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const result = v.safeParse(SettingsSchema, given);
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => `${v.getDotPath(issue) ?? "settings"}: ${problemOf(issue)}`);
  throw new SettingsError(problems.join("\n"));
}

/** The messages of valibot contain the value, which may be a secret. */
function problemOf({ message, expected }: v.BaseIssue<unknown>): string {
  return message.startsWith("Invalid ") ? `must be ${expected ?? "valid"}` : message;
}
