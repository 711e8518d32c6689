import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { CommandError, wrongUse } from "./exit-codes.ts";
import { isObject } from "./json.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What `login` stores. */
export interface SignIn {
  readonly url: string;
  readonly token: string;
}

export const DEFAULT_PROFILE = "default";

/** All that is stored. */
export interface SignIns {
  readonly profiles: ReadonlyMap<string, SignIn>;
  /** The profile that is used where none is named. */
  readonly current: string;
}

/** Follows the XDG base directory specification, which ignores relative paths. */
function signInPath(env: Environment): string {
  const base = env["XDG_CONFIG_HOME"] ?? "";
  return join(isAbsolute(base) ? base : join(homedir(), ".config"), "workspace-agent", "sign-in.json");
}

function signInOf(value: unknown): SignIn | null {
  if (!isObject(value)) return null;
  const { url, token } = value;
  return typeof url === "string" && typeof token === "string" ? { url, token } : null;
}

/** The default profile is at the top level, as in files of versions without profiles. */
function signInsOf(value: unknown): SignIns {
  const profiles = new Map<string, SignIn>();
  const file = isObject(value) ? value : {};
  const named = isObject(file["profiles"]) ? file["profiles"] : {};
  for (const [name, member] of [[DEFAULT_PROFILE, file] as const, ...Object.entries(named)]) {
    const signIn = signInOf(member);
    if (signIn !== null) profiles.set(name, signIn);
  }
  const current = file["current"];
  return { profiles, current: typeof current === "string" ? current : DEFAULT_PROFILE };
}

/** Empty if the file is missing or invalid. */
export async function readSignIns(env: Environment): Promise<SignIns> {
  try {
    return signInsOf(JSON.parse(await readFile(signInPath(env), "utf8")));
  } catch {
    return signInsOf(null);
  }
}

/** What is stored, before a part of it is changed. Throws for a file that is not JSON: its other profiles would be lost. */
async function readToChange(env: Environment): Promise<SignIns> {
  const path = signInPath(env);
  if (!existsSync(path)) return signInsOf(null);
  const text = await readFile(path, "utf8");
  try {
    return signInsOf(JSON.parse(text));
  } catch {
    throw new CommandError(`The file with the sign-ins is not JSON. Correct or remove it: ${path}`);
  }
}

/** Names can be typed without quotes. */
export function checkedProfile(name: string): string {
  if (!/^[\w.-]{1,64}$/.test(name))
    throw wrongUse(
      `${JSON.stringify(name)} is no name of a profile: use up to 64 letters, digits, dots, hyphens and underscores.`,
    );
  return name;
}

/** The sign-in of a profile; without a name that of the current one. Throws for a name that is not stored. */
export async function readSignIn(env: Environment, profile?: string): Promise<SignIn | null> {
  const { profiles, current } = await readSignIns(env);
  const found = profiles.get(profile ?? current) ?? null;
  if (found === null && profile !== undefined) {
    const names = [...profiles.keys()].join(", ");
    const help = names === "" ? "None is stored." : `Stored are: ${names}.`;
    throw wrongUse(`There is no profile ${JSON.stringify(checkedProfile(profile))}. ${help}`);
  }
  return found;
}

/** Only readable by its owner, also while it is written. Without sign-ins the file is removed. Returns its path. */
async function write(env: Environment, { profiles, current }: SignIns): Promise<string> {
  const path = signInPath(env);
  if (profiles.size === 0) {
    await rm(path, { force: true });
    return path;
  }
  const { [DEFAULT_PROFILE]: top, ...named } = Object.fromEntries(profiles);
  const file = {
    ...top,
    ...(Object.keys(named).length > 0 && { profiles: named }),
    ...(current !== DEFAULT_PROFILE && { current }),
  };
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  try {
    await writeFile(draft, `${JSON.stringify(file)}\n`, { mode: 0o600, flag: "wx" });
    await chmod(draft, 0o600);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  return path;
}

/** Stores the sign-in of a profile. The first one becomes the current one. */
export async function writeSignIn(env: Environment, signIn: SignIn, profile: string): Promise<string> {
  const { profiles, current } = await readToChange(env);
  const next = new Map(profiles).set(profile, signIn);
  return await write(env, { profiles: next, current: profiles.has(current) ? current : profile });
}

/** Removes the sign-in of a profile. */
export async function removeSignIn(env: Environment, profile: string): Promise<void> {
  const { profiles, current } = await readToChange(env);
  const next = new Map(profiles);
  next.delete(profile);
  await write(env, { profiles: next, current: current === profile ? DEFAULT_PROFILE : current });
}

/** Makes a stored profile the current one. */
export async function useProfile(env: Environment, profile: string): Promise<void> {
  await readSignIn(env, profile);
  const { profiles } = await readToChange(env);
  await write(env, { profiles, current: profile });
}
