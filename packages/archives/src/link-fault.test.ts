import { expect, test } from "vitest";
import { linkFault } from "./link-fault.ts";

test.each([
  ["link", "file"],
  ["link", "."],
  ["link", "link"],
  ["link", "./a//b/"],
  ["link", "absent/below"],
  ["a/link", "../file"],
  ["a/b/link", "../../c/d"],
  ["a/link", ".."],
  ["a/link", "../dir/.."],
  ["link", "dir/sub/../../dir"],
])("a link %s to %j stays inside", (path, target) => {
  expect(linkFault(path, target, (directory) => ["dir", "dir/sub"].includes(directory))).toBeNull();
});

test.each([
  ["link", "", "nowhere"],
  ["link", "a\0b", "nowhere"],
  ["link", "\ud800", "not UTF-8"],
  ["link", "/etc/passwd", "absolute"],
  ["link", "//etc", "absolute"],
  ["link", "C:/x", "absolute"],
  ["link", "..\\..\\x", "backslash"],
  ["link", "..", "out of the archive"],
  ["a/link", "../..", "out of the archive"],
  ["a/link", "./.././../x", "out of the archive"],
  ["link", "dir/../../x", "out of the archive"],
  ["link", "other/../x", "no directory of the archive"],
  ["link", "dir/other/../../x", "no directory of the archive"],
  ["link", "x/".repeat(2_048), "too long"],
])("a link %s to %j may lead out", (path, target, reason) => {
  expect(linkFault(path, target, (directory) => directory === "dir")).toContain(reason);
});
