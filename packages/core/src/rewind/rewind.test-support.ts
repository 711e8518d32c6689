import { memoryObjects, memoryVolumes } from "../memory/index.ts";
import type { RewindInput } from "../domain/snapshots/snapshot.ts";
import { withMembers } from "../ports/checks/shape.ts";
import type { RestoredSnapshot, VolumeSnapshots } from "../ports/volume-snapshots.ts";
import type { Volume, VolumeProvider } from "../ports/volume.ts";
import { admin, testHost, type TestHost, type TestHostOptions } from "../test-host.test-support.ts";

export { codeOf } from "../testing/volume-contract/given.ts";

const bytesOf = (text: string) => new Blob([text]).stream();

/** A step in which the agent writes a file. */
export const writes = (path: string, content: string) => ({
  toolCalls: [{ name: "write", arguments: { path, content } }],
});

const questions = [{ question: "Which?", header: "Which", options: [{ label: "a" }, { label: "b" }] }];

/** A step in which the agent asks "Which?". */
export const ASKS = { toolCalls: [{ name: "ask_user", arguments: { questions } }] };

/** Volumes whose snapshots have other methods. */
export function withSnapshots(
  volumes: VolumeProvider,
  change: (snapshots: VolumeSnapshots, volume: Volume) => Partial<VolumeSnapshots>,
): VolumeProvider {
  const workspace: VolumeProvider["workspace"] = async (...given) => {
    const volume = await volumes.workspace(...given);
    const { snapshots } = volume;
    if (snapshots === undefined) throw new Error("The volume has snapshots.");
    return withMembers(volume, { snapshots: withMembers(snapshots, change(snapshots, volume)) });
  };
  return { ...volumes, workspace };
}

/** Volumes in memory, with what happens in place of a restore. */
export const volumesWith = (
  restoring: (volume: Volume, restore: () => Promise<RestoredSnapshot>) => Promise<RestoredSnapshot>,
): VolumeProvider =>
  withSnapshots(memoryVolumes(), (snapshots, volume) => ({
    restore: (...args) => restoring(volume, () => snapshots.restore(...args)),
  }));

/** Volumes whose restores can be made to end after they have removed `b.txt`. */
export function breakableVolumes() {
  let isBroken = false;
  const volumes = volumesWith(async (volume, restore) => {
    if (!isBroken) return restore();
    await volume.remove("b.txt");
    throw new Error("the power is gone");
  });
  return { volumes, breakRestores: (value: boolean) => void (isBroken = value) };
}

/** A host with snapshots, and what a test asks of it. */
export async function snapshotHost({ service, ...options }: TestHostOptions) {
  const host = await testHost({ ...options, service: { objects: memoryObjects(), ...service } });
  return { ...host, ...filesOf(host), [Symbol.asyncDispose]: () => host[Symbol.asyncDispose]() };
}

/** Two turns that write, and one that does not. */
export const script = [
  writes("a.txt", "one"),
  { text: "Wrote one." },
  writes("a.txt", "two"),
  writes("b.txt", "new"),
  { text: "Wrote two." },
  { text: "On from here." },
];

/** A session with two turns: the first writes `a.txt`, the second changes it and adds `b.txt`. */
export async function twoTurns(options: Partial<Parameters<typeof snapshotHost>[0]> = {}) {
  const host = await snapshotHost({ script, ...options });
  const first = await host.run("first");
  const { session_id } = first;
  const second = await host.run("second", { session_id });
  return { ...host, session_id, first: first.turn_id, second: second.turn_id };
}

function filesOf({ service, workspaceId }: TestHost) {
  return {
    /** What a person does. */
    put: (path: string, text: string) =>
      service.files.write(admin, workspaceId, "workspace", path, bytesOf(text)),
    remove: (path: string) => service.files.remove(admin, workspaceId, "workspace", path),
    /** All files with their contents. */
    async files(): Promise<Record<string, string>> {
      const { entries } = await service.files.list(admin, workspaceId, "workspace", "", { recursive: true });
      const files = entries.filter(({ type }) => type === "file");
      const read = async (path: string) =>
        new Response((await service.files.read(admin, workspaceId, "workspace", path)).body).text();
      return Object.fromEntries(
        await Promise.all(files.map(async ({ path }) => [path, await read(path)] as const)),
      );
    },
    /** What people and the agent said. */
    async texts(sessionId: string, include?: "rewound"): Promise<string[]> {
      const query = include === undefined ? {} : { include };
      const { items } = await service.sessions.messages(admin, workspaceId, sessionId, query);
      const said = items.filter(({ role, content }) => role !== "tool" && content !== "");
      return said.map(({ content }) => content);
    },
    snapshots: async () => (await service.snapshots.list(admin, workspaceId)).items,
    rewind: (sessionId: string, input: RewindInput) =>
      service.snapshots.rewind(admin, workspaceId, sessionId, input),
  };
}
