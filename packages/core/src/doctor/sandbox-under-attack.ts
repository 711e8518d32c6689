import type { Sandbox } from "../ports/sandbox.ts";
import { ESCAPED, type Attack } from "./attack.ts";
import { HOST_TARGETS } from "./host-targets.ts";

/** Runs a script by a bash that this process starts, as the service itself could, in this folder: where an attack has no defence against it. */
export type OnHost = (
  script: string,
  options: { readonly folder: string; readonly env: Readonly<Record<string, string>> },
) => Promise<{ readonly stdout: string }>;

/** What the attacks of a run aim at. */
export interface Targets {
  /** The folder of the host that holds them, with the file `secret`. */
  readonly folder: string;
  /** Where they are. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends them and removes their folder. */
  remove(): Promise<void>;
}

/** Starts on the host what attacks aim at. `secret` holds `ESCAPED`; `abstract` names a socket that nobody else has. */
export async function startTargets(
  onHost: OnHost,
  { secret, abstract }: { readonly secret: string; readonly abstract: string },
): Promise<Targets> {
  const folder = (await onHost("mktemp -d", { folder: "/", env: {} })).stdout.trim();
  // What is at another path is nothing that `remove` may remove.
  if (!folder.startsWith("/")) throw new Error("The host makes no temporary folder.");
  const { stdout } = await onHost(HOST_TARGETS, { folder, env: { SECRET: secret, ABSTRACT: abstract } });
  const told = Object.fromEntries(
    [...stdout.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
  const env = { ...told, SECRET_FILE: `${folder}/secret`, SOCKET: `${folder}/socket`, ABSTRACT: abstract };
  const remove = async () => {
    await onHost('[ -z "$HOST_PID" ] || kill "$HOST_PID"; rm -rf "$PWD"', { folder, env });
  };
  if (told["HOST_PID"] !== undefined) return { folder, env, remove };
  await remove();
  throw new Error("The attacks' targets could not be started: they need perl on the host.");
}

/** `impossible`: it does not work on the host itself either, and so shows nothing. `unfinished`: nor does one that was cut off. */
export type AttackResult = "held" | "escaped" | "impossible" | "unfinished";

const ATTACK_MS = 15_000;
/** What a command prints that came to its end. */
const TRIED = "TRIED";

/** Tries an attack on the host, where it has to work, and then in a sandbox. `folder` is what the sandbox sees as `/workspace`. */
export async function tryAttack(
  attack: Attack,
  {
    onHost,
    targets,
    sandbox,
    folder,
    signal,
  }: {
    readonly onHost: OnHost;
    readonly targets: Targets;
    readonly sandbox: Sandbox;
    readonly folder: string;
    /** Ends the attack in the sandbox; then its result says nothing. */
    readonly signal?: AbortSignal | undefined;
  },
): Promise<AttackResult> {
  const { env } = targets;
  const onTheHost = async (script: string, where: string) =>
    (await onHost(script, { folder: where, env })).stdout.includes(ESCAPED);
  if (attack.isInsideOnly !== true) {
    await onTheHost(attack.prepare ?? "true", targets.folder);
    if (!(await onTheHost(attack.script, targets.folder))) return "impossible";
  }
  await onTheHost(attack.prepare ?? "true", folder);
  const { stdout } = await sandbox.run({
    command: `(\n${attack.script}\n)\necho ${TRIED}`,
    env: { ...env, TARGET: "1" },
    abortSignal: AbortSignal.any([AbortSignal.timeout(ATTACK_MS), ...(signal === undefined ? [] : [signal])]),
  });
  if (stdout.includes(ESCAPED)) return "escaped";
  // Whoever takes more than a limit allows is ended.
  return stdout.includes(TRIED) || attack.isInsideOnly === true ? "held" : "unfinished";
}
