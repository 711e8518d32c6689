import { describe, expect, it } from "vitest";
import { matchesPattern, readAuthority, readHost, toField } from "./host.ts";

describe("a host", () => {
  it.each([
    ["example.com", "example.com"],
    ["EXAMPLE.com", "example.com"],
    ["xn--bcher-kva.example", "xn--bcher-kva.example"],
    ["_dmarc.example.com", "_dmarc.example.com"],
    ["localhost", "localhost"],
    ["1.example", "1.example"],
    ["192.0.2.1", "192.0.2.1"],
    ["[2001:DB8:0:0::1]", "2001:db8::1"],
    ["[::ffff:127.0.0.1]", "::ffff:127.0.0.1"],
  ])("is %s, read as %s", (text, read) => {
    expect(readHost(text)?.text).toBe(read);
  });

  it.each([
    "",
    ".",
    "example.com.",
    ".example.com",
    "example..com",
    "-a.example",
    "a-.example",
    "exa mple.com",
    "example.com\0.evil.test",
    "example.com\r\nHost: evil.test",
    "example.com\t",
    "example.com%00",
    "ex%61mple.com",
    "user@example.com",
    "user:word@example.com",
    "bücher.example",
    "example。com",
    "ｅxample.com",
    "\u212a.example",
    "example.com/evil",
    "example.com\\evil",
    "example.com#evil",
    "example.com?evil",
    "*.example.com",
    `${"a".repeat(64)}.example`,
    `${"a.".repeat(127)}example`,
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
    "127.1",
    "127.0.1",
    "127.0.0.1.",
    "127.0.0.01",
    "127.0.0.256",
    "1.2.3.4.5",
    "example.0x1",
    "example.1",
    "0x",
    "::1",
    "[::1",
    "::1]",
    "[fe80::1%eth0]",
    "[fe80::1%25eth0]",
    "[127.0.0.1]",
    "[example.com]",
    "[::1]evil.test",
    "[]",
  ])("is not %j", (text) => {
    expect(readHost(text)).toBeNull();
  });
});

describe("a host with a port", () => {
  it.each([
    ["example.com:443", "example.com", 443],
    ["[::1]:80", "::1", 80],
    ["192.0.2.1:65535", "192.0.2.1", 65_535],
    ["example.com", "example.com", 80],
  ])("is %s", (text, host, port) => {
    expect(readAuthority(text, 80)).toMatchObject({ host: { text: host }, port });
  });

  it.each([
    "example.com:",
    "example.com:0",
    "example.com:65536",
    "example.com:+80",
    "example.com: 80",
    "example.com:80:80",
    "example.com:0x50",
    "a@example.com:80",
    "a:b@example.com:80",
    "::1:80",
    "[::1]80",
    "example.com:80\n",
    ":80",
  ])("is not %j", (text) => {
    expect(readAuthority(text, 80)).toBeNull();
  });

  it("is needed where there is no default", () => {
    expect(readAuthority("example.com", null)).toBeNull();
  });

  it.each([
    ["example.com:80", "example.com"],
    ["example.com:81", "example.com:81"],
    ["[::1]:80", "[::1]"],
    ["[::1]:81", "[::1]:81"],
  ])("%s is written in the field Host as %s", (text, field) => {
    const authority = readAuthority(text, 80);
    expect(authority && toField(authority, 80)).toBe(field);
  });
});

describe("a pattern", () => {
  it.each([
    ["example.com", "example.com", true],
    ["EXAMPLE.com", "example.com", true],
    ["example.com", "www.example.com", false],
    ["example.com", "evilexample.com", false],
    ["*.example.com", "www.example.com", true],
    ["*.example.com", "a.b.example.com", true],
    ["*.example.com", "example.com", false],
    ["*.example.com", "evilexample.com", false],
    ["*.example.com", "www.example.com.evil.test", false],
    ["192.0.2.1", "192.0.2.1", true],
    ["*.2.1", "192.0.2.1", false],
  ])("%s takes %s: %s", (pattern, text, isTaken) => {
    const host = readHost(text);
    expect(host !== null && matchesPattern(host, pattern)).toBe(isTaken);
  });
});
