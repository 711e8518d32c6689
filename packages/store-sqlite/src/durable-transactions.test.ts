import { readFileSync } from "node:fs";
import Sqlite from "better-sqlite3";
import type { Database } from "@workspace-agent/store-sql";
import { CompiledQuery, Kysely } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import { DurableTransactions } from "./durable-transactions.ts";
import { LogFlush, openLog } from "./log-flush.ts";
import { SqliteDriver } from "./sqlite-driver.ts";
import { SqliteKyselyDialect } from "./sqlite-kysely-dialect.ts";
import { newFile } from "./testing/new-file.ts";

/** A disk with a given delay. */
function slowDisk() {
  const flushes: { done: () => void; fail: (error: Error) => void }[] = [];
  let closed = 0;
  return {
    flushes,
    closed: () => closed,
    open: async () => ({
      flush: () =>
        new Promise<void>((resolve, reject) => {
          flushes.push({ done: resolve, fail: reject });
        }),
      close: async () => {
        closed += 1;
      },
    }),
  };
}

function setUp() {
  const disk = slowDisk();
  const log = new LogFlush(disk.open);
  const database = new Sqlite(":memory:");
  database.exec("create table numbers (value integer primary key)");
  const driver = new SqliteDriver(
    () => database,
    () => log.committed(),
  );
  const db = new Kysely<Database>({ dialect: new SqliteKyselyDialect("writer", driver) });
  onTestFinished(() => db.destroy());
  const transactions = new DurableTransactions(db, driver, log);
  const heard: unknown[] = [];
  const insert = async (value: number) => {
    const asked = transactions.run(async (transaction) => {
      await transaction.executeQuery(CompiledQuery.raw("insert into numbers values (?)", [value]));
      return value;
    });
    heard.push(await asked);
  };
  const read = (hasRead = () => {}) =>
    transactions.run(async (transaction) => {
      const { rows } = await transaction.executeQuery<{ value: number }>(
        CompiledQuery.raw("select value from numbers"),
      );
      hasRead();
      return rows.map(({ value }) => value);
    });
  const values = () => database.prepare("select value from numbers order by value").pluck().all();
  const flushing = (count: number) => expect.poll(() => disk.flushes.length).toBe(count);
  return { disk, log, transactions, heard, insert, read, values, flushing };
}

describe("transactions", () => {
  it("resolve when they are on the disk, and not before", async () => {
    const { disk, heard, insert, values, flushing } = setUp();
    const first = insert(1);
    await flushing(1);
    expect([values(), heard]).toEqual([[1], []]);
    disk.flushes[0]?.done();
    await first;
    expect(heard).toEqual([1]);
  });

  it("can be seen from their commit on, which is reported once to those who asked for it", async () => {
    const { disk, transactions, values, flushing } = setUp();
    const seen: unknown[] = [];
    const asked = transactions.run(
      async (transaction) => {
        await transaction.executeQuery(CompiledQuery.raw("insert into numbers values (1)"));
        return "written";
      },
      (value) => seen.push([value, ...values()]),
    );
    await flushing(1);
    expect(seen).toEqual([["written", 1]]);
    disk.flushes[0]?.fail(new Error("EIO"));
    await expect(asked).rejects.toThrow("EIO");
    const undone = transactions.run(
      () => Promise.reject(new Error("undone")),
      () => seen.push("never"),
    );
    await expect(undone).rejects.toThrow("undone");
    expect(seen).toHaveLength(1);
  });

  it("run while others are brought to the disk, and share the next flush", async () => {
    const { disk, heard, insert, values, flushing } = setUp();
    const first = insert(1);
    await flushing(1);
    const others = [2, 3, 4].map(insert);
    await expect.poll(values).toEqual([1, 2, 3, 4]);
    disk.flushes[0]?.done();
    await first;
    await flushing(2);
    expect(heard).toEqual([1]);
    disk.flushes[1]?.done();
    await Promise.all(others);
    expect(heard).toEqual([1, 2, 3, 4]);
    expect(disk.flushes.length).toBe(2);
  });

  it("that write nothing flush nothing, but do not resolve before what they read is on the disk", async () => {
    const { disk, insert, read, flushing } = setUp();
    expect(await read()).toEqual([]);
    expect(disk.flushes.length).toBe(0);
    const first = insert(1);
    await flushing(1);
    let isHeard = false;
    const rowsRead = Promise.withResolvers<undefined>();
    const reading = read(() => rowsRead.resolve(undefined)).then((rows) => {
      isHeard = true;
      return rows;
    });
    await rowsRead.promise;
    // All that it needs no disk for has happened by then.
    await new Promise((resolve) => setImmediate(resolve));
    expect(isHeard).toBe(false);
    disk.flushes[0]?.done();
    await first;
    expect(await reading).toEqual([1]);
    expect(disk.flushes.length).toBe(1);
  });

  it("fail with a disk that failed once, until the store is opened again", async () => {
    const { disk, heard, insert, flushing } = setUp();
    const first = insert(1);
    await flushing(1);
    const second = insert(2);
    disk.flushes[0]?.fail(new Error("EIO"));
    await expect(first).rejects.toThrow("EIO");
    await expect(second).rejects.toThrow("EIO");
    await expect(insert(3)).rejects.toThrow("EIO");
    expect([disk.flushes.length, heard]).toEqual([1, []]);
  });

  it("undo what they wrote when they throw, and nobody else's", async () => {
    const { disk, insert, transactions, values, flushing } = setUp();
    const failing = transactions.run(async (transaction) => {
      await transaction.executeQuery(CompiledQuery.raw("insert into numbers values (1)"));
      throw new Error("not this one");
    });
    const second = insert(2);
    await expect(failing).rejects.toThrow("not this one");
    await flushing(1);
    disk.flushes[0]?.done();
    await second;
    expect(values()).toEqual([2]);
  });

  it("are waited for by the close", async () => {
    const { disk, heard, log, insert, transactions, flushing } = setUp();
    const first = insert(1);
    const closed = transactions.settled().then(() => log.close());
    await flushing(1);
    expect(disk.closed()).toBe(0);
    disk.flushes[0]?.done();
    await Promise.all([first, closed]);
    expect([heard, disk.closed()]).toEqual([[1], 1]);
  });
});

describe("the log of a database", () => {
  it("is the file that commits are written to, also after a checkpoint began it again", async () => {
    const { file: path } = await newFile();
    const database = new Sqlite(path);
    onTestFinished(() => {
      database.close();
    });
    database.pragma("journal_mode = WAL");
    database.exec("create table texts (value text)");
    const log = await openLog(path);
    onTestFinished(() => log.close());
    for (const value of ["before", "after"]) {
      database.prepare("insert into texts values (?)").run(`${value} the checkpoint`);
      await log.flush();
      expect(readFileSync(`${path}-wal`, "latin1")).toContain(`${value} the checkpoint`);
      database.pragma("wal_checkpoint(TRUNCATE)");
    }
  });
});
