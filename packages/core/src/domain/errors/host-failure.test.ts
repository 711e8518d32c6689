import { expect, it } from "vitest";
import { DomainError } from "./domain-error.ts";
import { hostFailure } from "./host-failure.ts";

const failed = (code: string, cause?: unknown) => Object.assign(new Error("failed", { cause }), { code });

it.each(["ENOSPC", "EDQUOT", "SQLITE_FULL", "53100"])("%s is a full disk of the host", (code) => {
  expect(hostFailure(failed(code))).toMatchObject({
    code: "overloaded",
    detail: "The disk of this host is full.",
    retryAfter: 30,
  });
});

it.each(["EIO", "EROFS", "SQLITE_IOERR_WRITE", "58030"])("%s is a disk of the host that fails", (code) => {
  expect(hostFailure(failed(code), "the database")).toMatchObject({
    code: "overloaded",
    detail: "The disk of the database fails.",
  });
});

it("is found below what it caused, and in nothing else", () => {
  const unavailable = new DomainError("sandbox_unavailable", "No pipe.", {
    cause: failed("E", failed("EIO")),
  });
  expect(hostFailure(unavailable)).toMatchObject({ code: "overloaded" });
  expect(hostFailure(new DomainError("quota_exceeded", "The volume is full."))).toBeNull();
  expect(hostFailure(failed("ENOENT"))).toBeNull();
  expect(hostFailure("ENOSPC")).toBeNull();
});
