import { execFileSync } from "node:child_process";
import { lstatSync } from "node:fs";
import { rm } from "node:fs/promises";
import * as fc from "fast-check";
import { createAgentService, SCOPES, type Principal } from "@workspace-agent/core";
import { memoryObjects } from "@workspace-agent/core/memory";
import { tool } from "@workspace-agent/core/tools";
import {
  scriptedModels,
  scriptedSandboxes,
  testStore,
  type ScriptedStep,
} from "@workspace-agent/core/testing";
import type { GivenFolder } from "./given.test-support.ts";
import { linesOf } from "./snapshots/trees.test-support.ts";

const caller: Principal = { id: "me", tenant: "default", kind: "user", scopes: SCOPES, workspace_ids: null };

/** Names as bash quotes them: some are not UTF-8. Two are folders. */
const NAMES = [
  "a",
  "b",
  "'d/a'",
  "'d/e/b'",
  "d",
  "'l i n k'",
  "$'\\xff\\xfe'",
  "$'d/\\xc3\\xa9'",
  ".git/HEAD",
];
const name = fc.constantFrom(...NAMES);
const text = fc.string({ unit: fc.constantFrom("x", "y", "z", "0"), maxLength: 6 });
const mode = fc.constantFrom("600", "644", "755", "700", "444", "640");
/** Bytes: also more than what shares a pack, and more than a chunk. */
const size = fc.constantFrom(0, 1, 4_096, 70_000, 1_100_000, 4_300_000);

const inFolder = (path: string, command: string) => `mkdir -p "$(dirname ${path})" && ${command}`;

/** Commands as agents run them. Each may fail. */
const command = fc.oneof(
  fc.tuple(name, text).map(([path, content]) => inFolder(path, `printf ${content || "''"} > ${path}`)),
  fc.tuple(name, text).map(([path, content]) => inFolder(path, `printf ${content || "''"} >> ${path}`)),
  fc.tuple(name, size).map(([path, bytes]) => inFolder(path, `head -c ${bytes} /dev/urandom > ${path}`)),
  fc.tuple(name, size).map(([path, bytes]) => inFolder(path, `truncate -s ${bytes} ${path}`)),
  name.map((path) => `rm -rf ${path}`),
  name.map((path) => `mkdir -p ${path}`),
  fc.tuple(name, name).map(([from, to]) => inFolder(to, `mv ${from} ${to}`)),
  fc.tuple(name, name).map(([from, to]) => inFolder(to, `cp -r ${from} ${to}`)),
  fc.tuple(name, name).map(([from, to]) => inFolder(to, `ln -sfn ${from} ${to}`)),
  fc.tuple(name, name).map(([from, to]) => inFolder(to, `ln -f ${from} ${to}`)),
  fc.tuple(name, mode).map(([path, bits]) => `chmod ${bits} ${path}`),
);

export const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("turn" as const),
      commands: fc.array(command, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("person" as const), command }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("upload" as const), content: text }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("snapshot" as const) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("rewind" as const), to: fc.nat({ max: 1_000 }) }) },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;
type ReadonlyAction =
  | Exclude<Action, { readonly type: "turn" }>
  | { readonly type: "turn"; readonly commands: readonly string[] };

/** A moment to which the session can return. */
interface Moment {
  readonly target: { readonly to_turn: string } | { readonly to_snapshot: string };
  /** The copy of the files. */
  readonly copy: string;
  /** The messages of the session then; null: they stay as they are. */
  readonly said: readonly string[] | null;
}

/** The time of the last change of each path that is no directory. */
function timesOf(folder: string): ReadonlyMap<string, string> {
  const found = execFileSync("find", [folder, "-mindepth", "1", "!", "-type", "d", "-print0"], {
    encoding: "latin1",
  });
  return new Map(
    found
      .split("\0")
      .filter((path) => path !== "")
      .map((path) => {
        const { mtimeNs } = lstatSync(Buffer.from(path, "latin1"), { bigint: true });
        return [path.slice(folder.length), String(mtimeNs)] as const;
      }),
  );
}

const pathOf = (line: string) =>
  / -> | [0-7]{1,4} [0-9a-f]{64}$|\/ [0-7]{1,4}$/.exec(line)?.index ?? line.length;

/** A session in a workspace, and independent copies of its files at each moment to which it can return. */
export async function givenSession({ top, provider }: GivenFolder) {
  let files = "";
  const run = (line: string) => {
    try {
      execFileSync("bash", ["-c", line], { cwd: files, stdio: "ignore" });
    } catch {
      // Some commands make no sense for what is there.
    }
  };
  const shell = tool({
    name: "shell",
    description: "Runs a command.",
    parameters: {
      type: "object",
      properties: { line: { type: "string" } },
      required: ["line"],
      additionalProperties: false,
    },
    run: (args) => {
      run(String((args as { readonly line?: unknown }).line));
      return "done";
    },
  });
  const steps: ScriptedStep[] = [];
  const service = createAgentService({
    store: testStore(),
    // Sessions that follow use them.
    volumes: { ...provider, close: async () => {} },
    objects: memoryObjects(),
    sandbox: scriptedSandboxes(),
    models: scriptedModels(() => steps.shift() ?? { text: "nothing" }),
    tools: [shell],
  });
  await service.start();
  const { id } = await service.workspaces.create(caller, { name: "w" });
  files = (await provider.workspace(id)).hostPath ?? "";
  const moments: Moment[] = [];
  let session: string | undefined;
  let said: readonly string[] = [];
  let copies = 0;
  let turns = 0;

  function copyFiles(): string {
    const copy = `${top}/copy-${copies++}`;
    execFileSync("cp", ["-a", files, copy]);
    return copy;
  }

  async function turn(commands: readonly string[]): Promise<void> {
    const message = `turn ${turns++}`;
    steps.push(...commands.map((line) => ({ toolCalls: [{ name: "shell", arguments: { line } }] })), {
      text: `did ${message}`,
    });
    const copy = copyFiles();
    const accepted = await service.chat.send(caller, id, {
      message,
      source: "api",
      on_busy: "queue",
      ...(session !== undefined && { session_id: session }),
    });
    const { turn_id, session_id } = await service.chat.result(caller, id, accepted, { seconds: 60 });
    moments.push({ target: { to_turn: turn_id }, copy, said });
    session = session_id;
    said = [...said, message, `did ${message}`];
  }

  async function rewind({ target, copy, said: wanted }: Moment): Promise<void> {
    if (session === undefined) return;
    const [before, times, safety] = [new Set(linesOf(files)), timesOf(files), { copy: copyFiles(), said }];
    const { safety_snapshot_id } = await service.snapshots.rewind(caller, id, session, {
      ...target,
      force: true,
    });
    const lines = linesOf(files);
    same(lines, linesOf(copy), "the files");
    const now = timesOf(files);
    const kept = lines.filter((line) => before.has(line)).map((line) => line.slice(0, pathOf(line)));
    const touched = kept.filter((path) => times.has(path) && times.get(path) !== now.get(path));
    same(touched, [], "files that did not differ and were written");
    said = wanted ?? said;
    if (safety_snapshot_id !== null) moments.push({ target: { to_snapshot: safety_snapshot_id }, ...safety });
    same(await texts(), said, "the transcript");
  }

  async function texts(): Promise<readonly string[]> {
    const { items } = await service.sessions.messages(caller, id, session ?? "", { limit: 200 });
    return items.map(({ content }) => content).filter((content) => /^(?:did )?turn /.test(content));
  }

  /** Turns that a rewind removed from the session cannot be returned to, while it has. */
  const current = () =>
    moments.filter(
      ({ target, said: then }) =>
        !("to_turn" in target) ||
        (then !== null &&
          said.length > then.length &&
          then.every((line, index) => said[index] === line) &&
          said[then.length] === `turn ${turnNumber(target.to_turn)}`),
    );
  const numbers = new Map<string, number>();
  const turnNumber = (turnId: string) => numbers.get(turnId) ?? -1;

  return {
    async perform(given: ReadonlyAction): Promise<void> {
      switch (given.type) {
        case "turn": {
          const number = turns;
          await turn(given.commands);
          const last = moments.at(-1)?.target;
          if (last !== undefined && "to_turn" in last) numbers.set(last.to_turn, number);
          return;
        }
        case "person":
          run(given.command);
          return;
        case "upload":
          await service.files.write(caller, id, "workspace", "uploaded", new Blob([given.content]).stream());
          return;
        case "snapshot": {
          const copy = copyFiles();
          const made = await service.snapshots.create(caller, id);
          moments.push({ target: { to_snapshot: made.id }, copy, said: null });
          return;
        }
        case "rewind": {
          const possible = current();
          const moment = possible[given.to % Math.max(1, possible.length)];
          if (moment !== undefined) await rewind(moment);
        }
      }
    },
    async close(): Promise<void> {
      await service.stop({ graceMs: 100 });
      // Thousands of sessions follow.
      for (const copy of [files, ...Array.from({ length: copies }, (_, index) => `${top}/copy-${index}`)])
        await rm(copy, { recursive: true });
    },
  };
}

function same(found: readonly string[], wanted: readonly string[], what: string): void {
  const [one, other] = [found.join("\n"), wanted.join("\n")];
  if (one !== other) throw new Error(`${what}:\n${one}\n  instead of\n${other}`);
}
