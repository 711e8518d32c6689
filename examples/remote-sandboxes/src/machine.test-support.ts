import { createJustBashSandbox } from "@ai-sdk/sandbox-just-bash";

type Session = Awaited<ReturnType<ReturnType<typeof createJustBashSandbox>["createSession"]>>;
type Running = Awaited<ReturnType<Session["spawn"]>>;

/** A sandbox of a fake service: its commands run in an interpreter of bash, its files are in memory. */
export class Machine {
  readonly running = new Map<string, Running>();
  private readonly session: Session;

  private constructor(session: Session) {
    this.session = session;
  }

  static async create(): Promise<Machine> {
    return new Machine(await createJustBashSandbox().createSession());
  }

  async start(id: string, command: string, env: Record<string, string> = {}): Promise<Running> {
    const started = await this.session.spawn({ command, env });
    this.running.set(id, started);
    return started;
  }

  /** The exit code; 137 of a command that was killed. */
  async exitOf(id: string): Promise<number> {
    try {
      return (await this.running.get(id)?.wait())?.exitCode ?? 137;
    } catch {
      return 137;
    }
  }

  async kill(id: string): Promise<void> {
    await this.running.get(id)?.kill();
  }

  async read(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const bytes = await this.session.readBinaryFile({ path });
    return bytes === null ? null : Uint8Array.from(bytes);
  }

  async write(path: string, content: Uint8Array): Promise<void> {
    await this.session.writeBinaryFile({ path, content });
  }
}

/** The machines of an account, by the names that a service gives them. */
export class Machines {
  readonly created: { readonly name: string; readonly options: unknown }[] = [];
  private readonly machines = new Map<string, Machine>();

  async create(name: string, options: unknown): Promise<Machine> {
    this.created.push({ name, options });
    const machine = await Machine.create();
    this.machines.set(name, machine);
    return machine;
  }

  get(name: string): Machine | undefined {
    return this.machines.get(name);
  }

  get names(): readonly string[] {
    return [...this.machines.keys()];
  }

  /** As when its time is over: it is gone without anybody having asked for it. */
  remove(name: string): void {
    this.machines.delete(name);
  }
}
