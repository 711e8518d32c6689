import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bytesSource, readArchive, zipStream } from "@workspace-agent/archives";
import { describe, expect, it } from "vitest";
import { agentIn, type Agent } from "./agent-in-sandbox.test-support.ts";

const CANARY = "canary-outside-of-the-workspace";
const ROUNDS = 80;

async function anArchive(): Promise<Uint8Array<ArrayBuffer>> {
  const content = new TextEncoder().encode("x");
  const body = async () => new Blob([content]).stream();
  const entry = { path: "unpacked", type: "file", size: content.length, executable: false, body } as const;
  return await new Response(zipStream([entry])).bytes();
}

/** The content of the files of a zip. A truncated one, whose folder was removed, has none that can be read. */
async function contentsOf(zip: Response): Promise<string> {
  try {
    const archive = await readArchive(bytesSource(await zip.bytes()), { maxBytes: 1_000_000 });
    const texts: string[] = [];
    for await (const { body } of archive.entries()) texts.push(await new Response(body()).text());
    return texts.join("\n");
  } catch {
    return "";
  }
}

/** The requests that links could lead astray; each gives what came to light. */
const REQUESTS: Readonly<Record<string, (agent: Agent) => Promise<string>>> = {
  "a download": async (agent) => (await agent.fetch("GET", "agent/files?path=d%2Fsecret")).text(),
  "a listing": async (agent) => (await agent.fetch("GET", "agent/dirs?path=d&recursive=true")).text(),
  "a zip of the folder": async (agent) => contentsOf(await agent.fetch("GET", "agent/dirs/zip?path=d")),
  "a zip of all": async (agent) => contentsOf(await agent.fetch("GET", "agent/dirs/zip")),
  "an upload": async (agent) =>
    (await agent.fetch("PUT", "agent/files?path=d%2Fwritten", { body: "x" })).text(),
  "an unpacking": async (agent) => {
    const headers = { "content-type": "application/zip" };
    const body = await anArchive();
    return (await agent.fetch("POST", "agent/dirs/unpack?path=d", { body, headers })).text();
  },
  "a move into it": async (agent) => {
    await agent.fetch("PUT", "agent/files?path=moved", { body: "x" });
    return await move(agent, { src: "moved", dest: "d/moved", overwrite: true });
  },
  "a move out of it": async (agent) => {
    await move(agent, { src: "d/secret", dest: "taken", overwrite: true });
    return (await agent.fetch("GET", "agent/files?path=taken")).text();
  },
  "a removal": async (agent) => (await agent.fetch("DELETE", "agent/files?path=d%2Fremoved")).text(),
};

async function move(agent: Agent, json: object): Promise<string> {
  const headers = { "content-type": "application/json" };
  return (await agent.fetch("POST", "agent/move", { body: JSON.stringify(json), headers })).text();
}

describe("the file API, while a command swaps a folder for a link that leads out", () => {
  it.for(Object.entries(REQUESTS))("is not led out by %s", async ([, request], context) => {
    const agent = await agentIn("local", context);
    const outside = join(agent.dir, "outside");
    await mkdir(outside);
    await writeFile(join(outside, "secret"), CANARY);
    await writeFile(join(outside, "removed"), "");
    const swap = `while :; do rm -rf d; mkdir d; touch d/secret d/removed; rm -rf d; ln -s ${outside} d; touch swapped; done`;
    await agent.turn("bash", { command: swap, run_in_background: true });
    await expect.poll(async () => (await agent.fetch("GET", "agent/files?path=swapped")).status).toBe(200);
    const followed = () => readFile(join(agent.folder, "d", "secret"), "utf8").catch(() => "");
    await expect.poll(followed, { interval: 1 }).toBe(CANARY);
    for (let round = 0; round < ROUNDS; round++) expect(await request(agent)).not.toContain(CANARY);
    expect(await readFile(join(outside, "secret"), "utf8")).toBe(CANARY);
    expect((await readdir(outside)).toSorted()).toEqual(["removed", "secret"]);
  });
});
