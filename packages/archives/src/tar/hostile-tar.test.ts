import { describe, expect, test } from "vitest";
import { bytesSource } from "../archive-source.ts";
import { readArchive } from "../read-archive.ts";
import { gzip, joined, outcomeOf, pax, tarGz, tarPart } from "../archives.test-support.ts";

const refused = (text: string) => expect.stringContaining(text) as string;

describe("a tar.gz", () => {
  test("of any age and maker is read", async () => {
    const long = `${"long/".repeat(50)}name`;
    const archive = await tarGz(
      { name: "./", type: "5", mode: "0000755" },
      { name: "./dir/", type: "5" },
      { name: "old/", type: "\0", magic: "" },
      { name: "v7", type: "\0", magic: "", data: "old" },
      { name: "gnu", magic: "ustar  \0", type: "7", data: "1" },
      { name: "pax_global_header", type: "g", data: pax("comment", "a commit") },
      { name: "PaxHeader/x", type: "x", data: pax("mtime", "1.5") + pax("path", long) + pax("size", "2") },
      { name: "cut", data: "22" },
      { name: "././@LongLink", type: "L", data: `${long}2\0` },
      { name: "cut", data: "3" },
    );
    expect(await outcomeOf(archive)).toEqual({
      ...{ "dir/": "", "old/": "", v7: "old", gnu: "1", [long]: "22", [`${long}2`]: "3" },
    });
  });

  test.each([
    [
      "absolute links",
      { type: "2", linkname: "/etc/passwd" },
      'symbolic link to "/etc/passwd", which leads to an abs',
    ],
    ["links that lead out", { name: "d/bad", type: "2", linkname: "../../x" }, "leads out of the archive"],
    ["links to nowhere", { type: "2" }, "nowhere"],
    ["links with bytes", { type: "2", linkname: "before", data: "x" }, "link with bytes"],
    ["links to what is not UTF-8", { type: "2", linkname: new Uint8Array([0xff]) }, "not UTF-8"],
    [
      "hard links to nothing",
      { type: "1", linkname: "absent" },
      'hard link to "absent", which is no file before it',
    ],
    ["hard links to what comes later", { type: "1", linkname: "after" }, "no file before it"],
    ["hard links that lead out", { type: "1", linkname: "../../etc/passwd" }, "no file before it"],
    ["absolute hard links", { type: "1", linkname: "/etc/passwd" }, "no file before it"],
    ["character devices", { type: "3" }, "device"],
    ["block devices", { type: "4" }, "device"],
    ["pipes", { type: "6" }, "pipe"],
    ["sparse files", { type: "S" }, "sparse"],
    ["what is unknown", { type: "Z" }, "unknown kind"],
    ["directories with bytes", { name: "d/", type: "5", data: "x" }, "directory with bytes"],
    ["names that lead out", { name: "a/../../x" }, "invalid_path"],
    ["absolute names", { name: "/etc/cron.d/x" }, "invalid_path"],
    ["names that are not UTF-8", { name: new Uint8Array([0x66, 0xff]) }, "invalid_path"],
    ["names without a letter", { name: "" }, "invalid_path"],
    ["a file as the root", { name: "./", type: "0", data: "x" }, "directory with bytes"],
    ["wrong checksums", { checksum: 1 }, "checksum"],
    ["extended headers that say too much", { type: "x", size: 2 ** 31 }, "too long"],
    ["extended headers that cannot be read", { type: "x", data: "99 path=a\n" }, "extended header"],
    ["names for all", { type: "g", data: pax("path", "a") }, "one name"],
  ])("with %s is refused", async (_what, part, reason) => {
    const archive = await tarGz({ name: "before", data: "1" }, { name: "bad", ...part }, { name: "after" });
    expect(await outcomeOf(archive)).toEqual(refused(reason));
  });

  test.each([
    ["a path", pax("path", "../out"), "invalid_path"],
    ["a NUL", pax("path", "a\0b"), "invalid_path"],
    ["holes", pax("GNU.sparse.major", "1"), "sparse"],
    ["a size", pax("size", "-1"), "extended header"],
  ])("whose extended header gives %s is refused", async (_what, data, reason) => {
    expect(await outcomeOf(await tarGz({ name: "x", type: "x", data }, { name: "f" }))).toEqual(
      refused(reason),
    );
  });

  test.each([
    [["a", "a"], "twice"],
    [["a", "./a"], "twice"],
    [["a/", "a/"], "twice"],
    [["a", "a/b"], "a file and a directory"],
    [["a/b", "a"], "a file and a directory"],
    [["a/b/c", "a/b"], "a file and a directory"],
    [["a@", "a/b"], "a symbolic link and a directory"],
    [["a/b", "a@"], "a symbolic link and a directory"],
    [["a@", "a"], "twice"],
    [["a/", "a@"], "twice"],
  ])("with %j is refused", async (names, reason) => {
    const typeOf = (name: string) => (name.endsWith("@") ? "2" : name.endsWith("/") ? "5" : "0");
    const parts = names.map((name) => ({ name: name.replace("@", ""), type: typeOf(name), linkname: "." }));
    expect(await outcomeOf(await tarGz(...parts))).toEqual(refused(reason));
  });

  test("holds links that stay inside, in any order", async () => {
    const long = `${"long/".repeat(50)}name`;
    const archive = await tarGz(
      { name: "d/up", type: "2", linkname: "../file" },
      { name: "through", type: "2", linkname: "d/sub/../up" },
      { name: "file", data: "1", mode: "0000755" },
      { name: "d/sub/f", data: "2" },
      { name: "hard", type: "1", linkname: "./file" },
      { name: "again", type: "1", linkname: "hard" },
      { name: "hard-to-link", type: "1", linkname: "through" },
      { name: "PaxHeader/x", type: "x", data: pax("linkpath", long) },
      { name: "pax", type: "2", linkname: "cut" },
      { name: "././@LongLink", type: "K", data: `${long}\0` },
      { name: "gnu", type: "2", linkname: "cut" },
    );
    expect(await outcomeOf(archive)).toEqual({
      ...{ "d/up": "-> ../file", through: "-> d/sub/../up", file: "1", "d/sub/f": "2" },
      ...{ hard: "= file", again: "= file", "hard-to-link": "-> d/sub/../up" },
      ...{ pax: `-> ${long}`, gnu: `-> ${long}` },
    });
    const { members, totals } = await readArchive(bytesSource(archive), { maxBytes: 4 });
    expect(totals).toEqual({ files: 4, links: 5, directories: 2, bytes: 4 });
    expect(members.find(({ path }) => path === "hard")).toMatchObject({ size: 1, executable: true });
    expect(await outcomeOf(archive, { maxBytes: 3 })).toEqual(refused("more than 3 bytes"));
  });

  test.each([
    [
      "",
      [
        { name: "a/b/up", linkname: ".." },
        { name: "out", linkname: "a/b/up/../.." },
      ],
    ],
    [
      ", the other first",
      [
        { name: "out", linkname: "a/b/up/../.." },
        { name: "a/b/up", linkname: ".." },
      ],
    ],
  ])("with a link that leads out through another%s is refused", async (_which, links) => {
    const archive = await tarGz({ name: "a/b/f" }, ...links.map((link) => ({ ...link, type: "2" })));
    expect(await outcomeOf(archive)).toEqual(refused('"out" of the archive is a symbolic link'));
  });

  test("that is cut off anywhere is refused", async () => {
    const invalid = refused("invalid_archive");
    const tar = joined(
      tarPart({ name: "a", data: "x".repeat(1_000) }),
      tarPart({ name: "b" }),
      new Uint8Array(1_024),
    );
    for (let length = 0; length < tar.length; length += 128) {
      expect(await outcomeOf(await gzip(tar.subarray(0, length))), `${length} bytes`).toEqual(invalid);
    }
    const packed = await gzip(tar);
    for (let length = 0; length < packed.length; length += 7) {
      expect(await outcomeOf(packed.subarray(0, length)), `${length} bytes, packed`).toEqual(invalid);
    }
    expect(await outcomeOf(packed)).toEqual({ a: "x".repeat(1_000), b: "" });
  });

  test("that something follows is refused", async () => {
    const tar = joined(tarPart({ name: "a" }), new Uint8Array(1_024));
    expect(await outcomeOf(await gzip(joined(tar, new Uint8Array(9_000))))).toEqual({ a: "" });
    expect(await outcomeOf(await gzip(joined(tar, tarPart({ name: "b" }))))).toEqual(
      refused("follows its end"),
    );
    expect(await outcomeOf(joined(await gzip(tar), new Uint8Array([1, 2, 3])))).toEqual(refused("damaged"));
    const flipped = (await gzip(tar)).map((byte, index, all) => (index === all.length - 5 ? byte ^ 1 : byte));
    expect(await outcomeOf(flipped)).toEqual(refused("damaged"));
  });

  test("that holds too much is refused, whatever it says", async () => {
    const zeros = new Uint8Array(20 * 1024 * 1024);
    expect(await outcomeOf(await tarGz({ data: zeros }))).toEqual(refused("times its packed size"));
    expect(await outcomeOf(await tarGz({ data: "x".repeat(101) }), { maxBytes: 100 })).toEqual(
      refused("100 bytes"),
    );
    expect(await outcomeOf(await tarGz({ data: "x".repeat(100) }), { maxBytes: 100 })).toHaveProperty("f");
    const many = Array.from({ length: 12 }, (_, index) => ({ name: `d${index}/f` }));
    expect(await outcomeOf(await tarGz(...many), { maxEntries: 23 })).toEqual(refused("23 files"));
    expect(await outcomeOf(await tarGz(...many), { maxEntries: 24 })).not.toEqual(refused("files"));
    const metas = Array.from({ length: 40 }, () => ({ type: "x", data: pax("comment", "x".repeat(60_000)) }));
    expect(await outcomeOf(await tarGz(...metas, { name: "f" }), { maxEntries: 10, maxBytes: 1 })).toEqual(
      refused("holds more than"),
    );
  });
});
