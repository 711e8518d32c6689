import { execFile, spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const MAIN = fileURLToPath(new URL("../dist/main.js", import.meta.url));

export interface RunningServer {
  readonly base: string;
  readonly code: string;
  readonly process: ChildProcess;
  /** All that was printed so far, on both streams. */
  output(): string;
  /** Resolves with the exit code, or null after a signal. */
  readonly exited: Promise<number | null>;
}

export interface Ended {
  readonly code: unknown;
  readonly out: string;
  readonly notes: string;
}

/** Runs a command of the program as it is built, with only the given variables, and as `user` if given. */
export function runProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  user?: number,
): Promise<Ended> {
  const options = { env: { ...env }, ...(user !== undefined && { uid: user, gid: user }) };
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], options, (error, out, notes) =>
      resolve({ code: error === null ? 0 : error.code, out, notes }),
    );
  });
}

/** Starts the server as it is built, on a free port; resolves when it listens. Only the given variables are set. */
export async function startServer(env: Readonly<Record<string, string>>): Promise<RunningServer> {
  const child = spawn(process.execPath, [MAIN, "serve"], {
    env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const base = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      output += `${line}\n`;
      const address = /^listening on (http:\S+)$/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
    void exited.then((code) => reject(new Error(`The server exited with ${code}:\n${output}`)));
  });
  const code = /sign-in\?code=(\w+)/.exec(output)?.[1] ?? "";
  return { base, code, process: child, output: () => output, exited };
}

export async function stopServer(
  server: RunningServer,
  signal: NodeJS.Signals = "SIGTERM",
): Promise<number | null> {
  server.process.kill(signal);
  return server.exited;
}

export interface NewToken {
  readonly scopes?: readonly string[];
  readonly workspace_ids?: readonly string[];
}

/** A person who is signed in to a server and makes tokens. */
export class TokenMaker {
  private constructor(
    private readonly base: string,
    private readonly cookie: string,
  ) {}

  static async signIn({ base, code }: RunningServer): Promise<TokenMaker> {
    const response = await fetch(`${base}/api/auth/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code }),
    });
    return new TokenMaker(base, response.headers.get("set-cookie")?.split(";")[0] ?? "");
  }

  async make(token: NewToken = {}): Promise<{ readonly id: string; readonly token: string }> {
    const response = await this.#send("POST", "/api/service-tokens", { name: "test", ...token });
    return (await response.json()) as { id: string; token: string };
  }

  async revoke(id: string): Promise<void> {
    await this.#send("DELETE", `/api/service-tokens/${id}`);
  }

  async #send(method: string, path: string, body?: object): Promise<Response> {
    return await fetch(this.base + path, {
      method,
      headers: { "content-type": "application/json", cookie: this.cookie, origin: this.base },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

/** A caller of the API with a service token. */
export class Caller {
  constructor(
    private readonly base: string,
    readonly token: string,
  ) {}

  /** Trades the banner's code for a cookie and the cookie for a token, as the banner says. */
  static async signIn(server: RunningServer): Promise<Caller> {
    const { token } = await (await TokenMaker.signIn(server)).make();
    return new Caller(server.base, token);
  }

  /** The same caller at another address of the service. */
  at(base: string): Caller {
    return new Caller(base, this.token);
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${this.token}`);
    return fetch(this.base + path, { ...init, headers });
  }

  async get<T>(path: string): Promise<T> {
    const response = await this.fetch(path);
    if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  async send<T>(method: string, path: string, body: unknown): Promise<T> {
    const response = await this.fetch(path, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
}
