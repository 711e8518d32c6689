import { connect, createServer, type Server, type Socket } from "node:net";
import { once } from "node:events";
import type { ChangeHint } from "@workspace-agent/core/ports";
import type { Clock, SharedStore } from "@workspace-agent/core";
import { aWorkspace, fakeClock } from "@workspace-agent/core/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { postgresStore, type PostgresStoreOptions } from "../postgres-store.ts";
import { migratedDatabase, testPool, type TestDatabase } from "../testing/test-database.ts";
import { until } from "../testing/until.ts";

describe("instances on one database", () => {
  let database: TestDatabase;
  const ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    database = await migratedDatabase();
  });
  afterAll(() => database.remove());
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  interface Instance {
    readonly store: SharedStore;
    readonly heard: ChangeHint[];
  }

  async function instance(options: Partial<PostgresStoreOptions> = {}): Promise<Instance> {
    const store = postgresStore({ connectionString: database.url, ...options } as PostgresStoreOptions);
    ends.push(() => store.close());
    const heard: ChangeHint[] = [];
    store.cluster.subscribe((hint) => heard.push(hint));
    await store.start();
    return { store, heard };
  }

  const told = (heard: readonly ChangeHint[]) => heard.filter(({ type }) => type !== "missed");
  const delta = (text: string): ChangeHint => ({ type: "deltas", session_id: "ses_1", deltas: text });

  it("hear each other, and not themselves", async () => {
    const [one, two, three] = [await instance(), await instance(), await instance()];
    const hints: readonly ChangeHint[] = [
      delta("a"),
      delta("b"),
      { type: "events", session_id: "ses_1", seq: 3 },
    ];
    one.store.cluster.publish(hints);
    await until(() => told(two.heard).length === 3 && told(three.heard).length === 3);
    expect(told(two.heard)).toEqual(hints);
    two.store.cluster.publish([{ type: "work" }]);
    await until(() => told(one.heard).length === 1);
    expect(told(one.heard)).toEqual([{ type: "work" }]);
    expect(told(two.heard)).toEqual(hints);
  });

  it("do not hear those of another schema", async () => {
    const [one, other, same] = [await instance(), await instance({ schema: "other" }), await instance()];
    one.store.cluster.publish([{ type: "work" }]);
    await until(() => told(same.heard).length === 1);
    expect(told(other.heard)).toEqual([]);
  });

  it("hear hints as soon as the 20 ms are over in which the speaker gathers them, also when there are many", async () => {
    const [speaking, listening] = [fakeClock(), fakeClock()];
    let gathered = 0;
    const sleep: Clock["sleep"] = (ms, signal) => {
      if (ms === 20) gathered += 1;
      return speaking.sleep(ms, signal);
    };
    const one = await instance({ clock: { ...speaking, sleep } });
    const two = await instance({ clock: listening });
    for (let round = 0; round < 20; round++) {
      const count = told(two.heard).length;
      one.store.cluster.publish(
        Array.from({ length: 20 }, (_, index) => delta(`${round} ${index} ${"x".repeat(200)}`)),
      );
      // The batch before may still be on its way to the database: this one begins after it.
      await until(() => gathered === round + 1);
      await speaking.advance(20);
      await until(() => told(two.heard).length === count + 20);
    }
    expect(listening.monotonic()).toBe(0);
  });

  it("say what they still have to say when they are closed", async () => {
    const [one, two] = [await instance(), await instance()];
    one.store.cluster.publish([{ type: "work" }]);
    await one.store.close();
    await until(() => told(two.heard).length === 1);
  });

  it("listen again after their connection was ended, and look for what they missed", async () => {
    const [one, two] = [await instance(), await instance()];
    await until(() => two.heard.length > 0);
    const { length } = two.heard;
    await database.execute(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await until(() => two.heard.length > length);
    expect(new Set(two.heard.map(({ type }) => type))).toEqual(new Set(["missed"]));
    await until(() => {
      one.store.cluster.publish([{ type: "work" }]);
      return told(two.heard).length > 0;
    });
  });

  /** Hands connections through until it is cut: then nothing comes through any more, and nobody is notified. What was open then is broken once it is restored. */
  async function proxy(): Promise<{
    readonly url: string;
    /** How many were made since it was restored. */
    connections(): number;
    cut(): void;
    restore(): void;
  }> {
    const target = new URL(database.url);
    let isCut = false;
    let connections = 0;
    const sockets: Socket[] = [];
    const server: Server = createServer((socket) => {
      connections += 1;
      const onwards = connect(Number(target.port), target.hostname);
      sockets.push(socket, onwards);
      const pass = (from: Socket, to: Socket) => {
        from.on("data", (data) => isCut || to.write(data));
        from.on("error", () => to.destroy());
        from.on("close", () => to.destroy());
      };
      pass(socket, onwards);
      pass(onwards, socket);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    ends.unshift(async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return {
      url: Object.assign(new URL(database.url), { port: String(port) }).href,
      connections: () => connections,
      cut: () => (isCut = true),
      restore() {
        isCut = false;
        connections = 0;
        for (const socket of sockets.splice(0)) socket.destroy();
      },
    };
  }

  it("notice a connection that is dead in silence, look for themselves meanwhile, and listen again", async () => {
    const clock = fakeClock();
    const way = await proxy();
    const quiet = await instance({ clock, listen: { connectionString: way.url } });
    const other = await instance();
    await until(() => quiet.heard.length === 1);
    way.cut();
    await until(async () => {
      await clock.advance(1_000);
      return quiet.heard.length > 20;
    });
    expect(told(quiet.heard)).toEqual([]);
    way.restore();
    // From then on its time stands still, so that the database is not too late with its answer.
    await until(async () => {
      if (way.connections() === 0) await clock.advance(1_000);
      return way.connections() > 0;
    });
    await until(() => {
      other.store.cluster.publish([{ type: "work" }]);
      return told(quiet.heard).length > 0;
    });
  });

  it("look for themselves once a second where they cannot listen", async () => {
    const clock = fakeClock();
    const { store, heard } = await instance({ clock, transactionPooling: true });
    for (let second = 1; second <= 3; second++) {
      await clock.advance(1_000);
      expect(heard).toEqual(Array.from({ length: second }, () => ({ type: "missed" })));
    }
    const other = await instance();
    store.cluster.publish([{ type: "work" }]);
    await until(async () => {
      await clock.advance(20);
      return told(other.heard).length === 1;
    });
  });

  it("listen in a host's pool too", async () => {
    const pool = testPool({ connectionString: database.url });
    ends.push(() => pool.end());
    const store = postgresStore({ pool });
    ends.push(() => store.close());
    const heard: ChangeHint[] = [];
    store.cluster.subscribe((hint) => heard.push(hint));
    await store.start();
    const other = await instance();
    other.store.cluster.publish([{ type: "work" }]);
    await until(() => told(heard).length === 1);
    await store.workspaces.insert(aWorkspace());
  });

  it("lose no hint to a listener that throws", async () => {
    const [one, two] = [await instance(), await instance()];
    const heard: ChangeHint[] = [];
    two.store.cluster.subscribe(() => {
      throw new Error("on purpose");
    });
    two.store.cluster.subscribe((hint) => heard.push(hint));
    one.store.cluster.publish([{ type: "work" }]);
    await until(() => told(heard).length === 1);
  });
});
