import type { Session, WorkspaceState } from "@workspace-agent/core";
import { describe, expect, it } from "vitest";
import { givenBucket } from "./bucket.test-support.ts";
import { hand, stepLines, steps } from "./main.test-support.ts";
import { onPostgres } from "./postgres.test-support.ts";
import { Caller, stopServer } from "./running-server.test-support.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

/** The disk of a host. */
async function aDisk(): Promise<string> {
  const dir = await newFolder();
  return dir;
}

describe("servers with one database and one bucket, and nothing else in common", () => {
  it("work in the same workspaces, and say where the files are and never the credentials", async () => {
    const bucket = await givenBucket("team");
    const { start } = await onPostgres();
    const common = { ...bucket.settings, SECRET_KEY: "the same on all hosts", LOG_LEVEL: "debug" };
    const startHost = async () => await start({ ...common, DATA_DIR: await aDisk() });
    const [one, other] = [await startHost(), await startHost()];
    const { host } = new URL(bucket.settings["S3_ENDPOINT"] ?? "");
    expect(one.output()).toContain(`files    s3://bucket/team at ${host} (FILES_BUCKET)`);

    const here = await Caller.signIn(one);
    const there = here.at(other.base);
    const { workspace, session } = await hand(here, steps(3));
    await here.get<Session>(`${session}?wait=30`);
    const file = `${workspace}/agent/files?path=steps.txt`;
    for (const caller of [here, there]) expect(await (await caller.fetch(file)).text()).toBe(stepLines(3));

    const put = await there.fetch(file, { method: "PUT", body: "by the other host" });
    expect(put.status).toBe(200);
    const current = await there.fetch(file);
    expect([await current.text(), current.headers.get("snapshot-at")]).toEqual(["by the other host", null]);
    const published = await here.fetch(file);
    expect(await published.text()).toBe("by the other host");
    const { files } = await here.get<WorkspaceState>(`${workspace}/status`);
    expect(files).toMatchObject({ dirty: false, restoring: false });
    expect(published.headers.get("snapshot-at")).toBe(files?.published_at);

    expect(await stopServer(other)).toBe(0);
    const append = await here.fetch(file, { method: "PUT", body: "by the first host" });
    expect(append.status).toBe(200);
    expect(await stopServer(one)).toBe(0);
    const third = await startHost();
    expect(await (await here.at(third.base).fetch(file)).text()).toBe("by the first host");
    for (const server of [one, other, third])
      for (const secret of bucket.secrets) expect(server.output()).not.toContain(secret);
  });

  it("do not start without their bucket, and say which one it is", async () => {
    const bucket = await givenBucket();
    const { start } = await onPostgres();
    const failureOf = async (env: Readonly<Record<string, string>>) =>
      String(await start({ ...bucket.settings, ...env }).catch((error: unknown) => error));
    const absent = await failureOf({ S3_ENDPOINT: "http://127.0.0.1:1" });
    expect(absent).toContain("The server cannot start: The object storage");
    expect(absent).toContain("(FILES_BUCKET: s3://bucket at 127.0.0.1:1)");
    const missing = await failureOf({ AWS_SECRET_ACCESS_KEY: "" });
    expect(missing).toContain("Invalid settings:\nAWS_SECRET_ACCESS_KEY: must be set with FILES_BUCKET");
    for (const secret of bucket.secrets) expect(absent + missing).not.toContain(secret);
  });
});
