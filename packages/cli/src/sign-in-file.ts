import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** What `login` stores. */
export interface SignIn {
  readonly url: string;
  readonly token: string;
}

/** Follows the XDG base directory specification, which ignores relative paths. */
function signInPath(env: Environment): string {
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

/** Null if the file is missing or invalid. */
export async function readSignIn(env: Environment): Promise<SignIn | null> {
  try {
    const value: unknown = JSON.parse(await readFile(signInPath(env), "utf8"));
    return isSignIn(value) ? value : null;
  } catch {
    return null;
  }
}

/** Only readable by its owner, also while it is written. */
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
