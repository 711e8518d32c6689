import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";

test.each([
  "PORT",
  "DATABASE_URL",
  "FILES_BUCKET",
  "SANDBOX",
  "ADMIN_PASSWORD",
  "PUBLIC_URL",
  "TRUSTED_PROXIES",
  "MAX_CONNECTIONS",
  "SECRET_KEY",
  "MAX_CPUS",
  "SESSION_TTL",
  "AFS_DISK_MB",
  "LOG_LEVEL",
])("a %s that cannot be used is named without its value", (name) => {
  const read = () => readSettings({ [name]: "canary" });
  expect(read).toThrow(new RegExp(`^${name}: must (?![^]*canary)`));
});

test("a timeout is at most as long as a timer can wait", () => {
  const timeoutOf = (seconds: string) => readSettings({ BODY_TIMEOUT_SECONDS: seconds }).BODY_TIMEOUT_SECONDS;
  expect(timeoutOf("2147483")).toBe(2_147_483);
  expect(() => timeoutOf("2147484")).toThrow("BODY_TIMEOUT_SECONDS: must be at most 2147483");
});
