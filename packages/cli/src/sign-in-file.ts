import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** What `login` keeps. */
export interface SignIn {
  readonly url: string;
  readonly token: string;
}

/** By the XDG base directory specification; a relative path there is not heeded. */
export function signInPath(env: Environment): string {
  const base = env["XDG_CONFIG_HOME"] ?? "";
  return join(isAbsolute(base) ? base : join(homedir(), ".config"), "workspace-agent", "sign-in.json");
}

function isSignIn(value: unknown): value is SignIn {
  return (
    typeof value === "object" &&
    value !== null &&
    "url" in value &&
    "token" in value &&
    typeof value.url === "string" &&
    typeof value.token === "string"
  );
}

/** Null: nobody has signed in, or what is there is not readable as such. */
export async function readSignIn(env: Environment): Promise<SignIn | null> {
  try {
    const value: unknown = JSON.parse(await readFile(signInPath(env), "utf8"));
    return isSignIn(value) ? value : null;
  } catch {
    return null;
  }
}

/** Kept where only its owner reads it, also while it is written. */
export async function writeSignIn(env: Environment, signIn: SignIn): Promise<string> {
  const path = signInPath(env);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  try {
    await writeFile(draft, `${JSON.stringify(signIn)}\n`, { mode: 0o600, flag: "wx" });
    await chmod(draft, 0o600);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  return path;
}
