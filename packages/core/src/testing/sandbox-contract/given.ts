import type { CommandOptions, Sandbox, SandboxCapabilities, SandboxSpec } from "../../ports/sandbox.ts";
import type { CompleteVolume, Volume } from "../../ports/volume.ts";
import type { SandboxesUnderTest } from "./sandboxes-under-test.ts";

export { bytes, codeOf, textOf } from "../volume-contract/given.ts";

/** A workspace that is open. */
export interface GivenSandbox {
  readonly workspaceId: string;
  readonly sandbox: Sandbox;
  /** What is seen at `/workspace`, and at `/mnt/afs`. */
  readonly files: CompleteVolume;
  readonly shared: Volume;
  readonly spec: SandboxSpec;
}

/** What the suites run on. The functions are valid within tests. */
export interface Given {
  readonly capabilities: SandboxCapabilities;
  readonly made: () => SandboxesUnderTest;
  /**
   * The workspace that tests share which leave nothing in it but files: its volumes are emptied after each test.
   * What is outside of its mounts stays. After a test that failed the next one gets a new workspace.
   */
  readonly sharedGiven: () => Promise<GivenSandbox>;
  /** A workspace of this test alone, removed after it, with `/workspace`, `/mnt/afs` and the read-only `/mnt/skills` (the folder `skills` of the shared volume). */
  readonly aGiven: (spec?: Partial<SandboxSpec>) => Promise<GivenSandbox>;
}

let last = 0;

/** A name that no other test uses. */
export const unique = (prefix: string) =>
  `${prefix}_${(++last).toString(36)}x${Math.random().toString(36).slice(2, 8)}`;

export async function makeGiven(
  { provider, volumes }: Pick<SandboxesUnderTest, "provider" | "volumes">,
  overrides: Partial<SandboxSpec> = {},
): Promise<GivenSandbox> {
  const workspaceId = overrides.workspaceId ?? unique("ws");
  const tenant = unique("tenant");
  const files = await volumes.workspace(workspaceId);
  const shared = await volumes.shared(tenant);
  const spec: SandboxSpec = {
    workspaceId,
    tenant,
    labels: {},
    mounts: [
      { target: "/workspace", volume: files, access: "write" },
      { target: "/mnt/afs", volume: shared, access: "write" },
      { target: "/mnt/skills", volume: await volumes.shared(tenant, { root: "skills" }), access: "read" },
    ],
    image: null,
    cpus: 1,
    memoryMb: 1024,
    diskMb: 1024,
    network: "none",
    ...overrides,
  };
  return { workspaceId, sandbox: await provider.open(spec), files, shared, spec };
}

/** A stream of one chunk. */
export const streamOf = (text: string) => new Blob([text]).stream();

/** Starts a command whose `spawn` may hold until it ends. */
export function start(sandbox: Sandbox, options: CommandOptions) {
  const process = sandbox.spawn(options);
  return { process, ended: process.then((started) => started.wait()) };
}

/** Below what tests are given, so that one which waits in vain says for what. */
const DEADLINE_MS = 25_000;

/** Asks until the answer is true; throws with `what` when it is not in time. */
export async function eventually(what: string, check: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`This did not happen in ${DEADLINE_MS} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export async function isThere(volume: Volume, path: string): Promise<boolean> {
  const entry = await volume.stat(path);
  return entry !== null && entry.size > 0;
}

/** A command that adds to a file 50 times a second, for as long as it lives. */
export const beats = (path: string) => `while :; do echo beat >> ${path}; sleep 0.02; done`;

const sizesOf = ({ files }: GivenSandbox, paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => (await files.stat(path))?.size ?? 0));

/** Resolves when each of the files has grown. */
export async function growth(place: GivenSandbox, paths: readonly string[]): Promise<void> {
  const before = await sizesOf(place, paths);
  const haveGrown = async () =>
    (await sizesOf(place, paths)).every((size, index) => size > (before[index] ?? 0));
  await eventually(`these grow: ${paths.join(", ")}`, haveGrown);
}

/** Which of the files grow while a moment passes inside the sandbox: to be asked of those that should not. */
export async function growing(place: GivenSandbox, paths: readonly string[]): Promise<string[]> {
  const before = await sizesOf(place, paths);
  await place.sandbox.run({ command: "sleep 0.15" });
  const after = await sizesOf(place, paths);
  return paths.filter((_, index) => before[index] !== after[index]);
}

/** Empties the volumes of a place; the folder of its mount for reading stays. */
export async function empty({ files, shared }: GivenSandbox): Promise<void> {
  for (const [volume, folder] of [
    [files, ""],
    [shared, ""],
    [shared, "skills"],
  ] as const) {
    const { entries } = await volume.list(folder);
    for (const { path } of entries) if (volume !== shared || path !== "skills") await volume.remove(path);
  }
}
