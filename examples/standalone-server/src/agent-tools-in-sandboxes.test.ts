import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createAgentService,
  DomainError,
  type AgentService,
  type Principal,
  type SandboxProvider,
} from "@workspace-agent/core";
import { scriptedModels } from "@workspace-agent/core/testing";
import { interpreterSandbox } from "@workspace-agent/sandbox-interpreter";
import { localSandbox } from "@workspace-agent/sandbox-local";
import { sqliteStore } from "@workspace-agent/store-sqlite";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { describe, expect, it, onTestFinished } from "vitest";

const admin: Principal = { id: "admin", tenant: "default", kind: "user", scopes: [], workspace_ids: null };

interface Agent {
  readonly service: AgentService;
  readonly workspaceId: string;
  /** The system prompts of the requests so far. */
  systemPrompts(): readonly string[];
  sessionId: string | undefined;
  /** Has the agent call a tool, in a turn of its own; gives the result. */
  call(name: string, args: object): Promise<string>;
}

/** An agent of which each turn is one call, or the reason why its sandbox cannot be had here. */
async function agentIn(makeSandbox: (dir: string) => SandboxProvider): Promise<Agent | string> {
  const dir = await mkdtemp(join(tmpdir(), "agent-tools-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  let next = { name: "bash", arguments: {} };
  const models = scriptedModels(({ messages }) =>
    messages.at(-1)?.role === "user" ? { toolCalls: [next] } : { text: "Done." },
  );
  const service = createAgentService({
    store: sqliteStore({ file: join(dir, "agent.db") }),
    volumes: folderVolumes({ dir: join(dir, "files") }),
    sandbox: makeSandbox(dir),
    models,
  });
  onTestFinished(() => service.stop({ graceMs: 1_000 }));
  try {
    await service.start();
  } catch (error) {
    if (DomainError.isInstance(error)) return error.detail;
    throw error;
  }
  const { checks } = await service.instance.readiness();
  if (checks.sandbox != null) return checks.sandbox;
  const { id: workspaceId } = await service.workspaces.create(admin, {
    name: "w",
    config: { env: { KEY: { value: "canary-in-the-output", secret: true } } },
  });
  const agent: Agent = {
    service,
    workspaceId,
    systemPrompts: () => models.requests.map(({ system }) => system),
    sessionId: undefined,
    async call(name, args) {
      next = { name, arguments: args };
      const turn = await service.chat.send(admin, workspaceId, {
        message: "go",
        source: "api",
        on_busy: "queue",
        ...(agent.sessionId !== undefined && { session_id: agent.sessionId }),
      });
      agent.sessionId = turn.session_id;
      const { messages } = await service.chat.result(admin, workspaceId, turn, { seconds: 30 });
      return messages.find(({ role }) => role === "tool")?.content ?? "";
    },
  };
  return agent;
}

const local = (dir: string) => localSandbox({ dir: join(dir, "sandboxes") });
const SANDBOXES: Readonly<Record<string, (dir: string) => SandboxProvider>> = {
  interpreter: () => interpreterSandbox(),
  local,
};

const idOf = (output: string) => /bg_\w+/.exec(output)?.[0] ?? "";

function skipped(what: string, reason: string): void {
  console.warn(`\nSKIPPED: ${what}, since ${reason}\n`);
}

describe.each(Object.entries(SANDBOXES))("the output of a command in the %s sandbox", (kind, makeSandbox) => {
  it("is kept whole, without secrets, in a file that read and grep open", async ({ skip }) => {
    const agent = await agentIn(makeSandbox);
    if (typeof agent === "string") {
      skipped(`spilled output in the ${kind} sandbox`, agent);
      return skip();
    }
    const shown = await agent.call("bash", {
      command: 'i=0; while [ $i -lt 3000 ]; do echo "line $i $KEY"; i=$((i + 1)); done; mkdir -p sub; cd sub',
    });
    const path = /\/tmp\/outputs\/out_\w+\.txt/.exec(shown)?.[0] ?? "";
    expect(shown).toContain(`[the whole output is in ${path}: read or grep it]`);
    expect(shown).toContain("characters left out");
    expect(await agent.call("read", { path, offset: 1500, limit: 2 })).toBe(
      "1500\tline 1499 [secret KEY]\n1501\tline 1500 [secret KEY]\n[lines 1500 to 1501 of 3000; go on with offset 1502]",
    );
    expect(await agent.call("read", { path, offset: 3000 })).toBe("3000\tline 2999 [secret KEY]");
    expect(await agent.call("bash", { command: "pwd" })).toBe("/workspace/sub");
    expect(await agent.call("bash", { command: `grep -c "line 2[0-9]* " ${path}` })).toBe("1111");
  });
});

describe("an AGENTS.md that is a link, or that nobody may read", () => {
  it("is not followed, wherever it leads, and ends no turn", async ({ skip }) => {
    const agent = await agentIn(local);
    if (typeof agent === "string") {
      skipped("links as AGENTS.md", agent);
      return skip();
    }
    await agent.call("bash", {
      command: [
        "mkdir -p sub linked real; echo canary-text > real/AGENTS.md; echo x > sub/a; echo x > real/b",
        "ln -s real/AGENTS.md AGENTS.md; ln -s /etc/passwd sub/AGENTS.md; rmdir linked; ln -s real linked",
      ].join("\n"),
    });
    expect(await agent.call("read", { path: "sub/a" })).toBe("1\tx");
    expect(await agent.call("read", { path: "linked/b" })).toBe("1\tx");
    expect(agent.systemPrompts().join()).not.toMatch(/canary-text|workspace_guide/);
    await agent.call("bash", { command: "rm AGENTS.md; echo canary-text > AGENTS.md; chmod 000 AGENTS.md" });
    expect(await agent.call("bash", { command: "echo still here" })).toBe("still here");
    await agent.call("bash", { command: "rm -f AGENTS.md; mkfifo AGENTS.md" });
    expect(await agent.call("bash", { command: "echo still here" })).toBe("still here");
    expect(await agent.call("read", { path: "real/b" })).toContain("canary-text");
  });
});

describe("background processes", () => {
  it("outlive their turn, and tell what they write without secrets", async ({ skip }) => {
    const agent = await agentIn(local);
    if (typeof agent === "string") {
      skipped("background processes", agent);
      return skip();
    }
    const started = await agent.call("bash", {
      command: "echo up $KEY; sleep 300",
      run_in_background: true,
    });
    const id = idOf(started);
    expect(started).toContain(`Started in the background as ${id}.`);
    expect(await agent.call("bash_output", { id, wait_seconds: 20 })).toMatch(
      /running[^]*\nup \[secret KEY\]/,
    );
    expect(await agent.call("bash_output", { id: "bg_unknown" })).toContain(`There are ${id}.`);
  });

  it("are ended by bash_kill with all that they started, and by an interrupt between two turns", async ({
    skip,
  }) => {
    const agent = await agentIn(local);
    if (typeof agent === "string") {
      skipped("ending background processes", agent);
      return skip();
    }
    const command = "setsid sleep 300 & echo ready; sleep 300";
    const first = idOf(await agent.call("bash", { command, run_in_background: true }));
    const second = idOf(await agent.call("bash", { command, run_in_background: true }));
    expect(await agent.call("bash_output", { id: first, wait_seconds: 20 })).toContain("ready");
    expect(await agent.call("bash_kill", { id: first })).toContain(`Ended ${first}`);
    expect(await agent.call("bash_output", { id: first })).toContain(`[${first}: killed`);
    expect(await agent.call("bash_output", { id: second, wait_seconds: 20 })).toContain("running");
    await agent.service.sessions.interrupt(admin, agent.workspaceId, agent.sessionId ?? "");
    expect(await agent.call("bash_output", { id: second })).toContain("ended with exit code 137");
  });

  it("serve what later commands ask for", async ({ skip }) => {
    const agent = await agentIn(local);
    if (typeof agent === "string") {
      skipped("a server in the background", agent);
      return skip();
    }
    await agent.call("bash", { command: "mkfifo /tmp/in /tmp/out" });
    const id = idOf(
      await agent.call("bash", {
        command: "while true; do read -r word < /tmp/in; echo got $word | tee /tmp/out; done",
        run_in_background: true,
      }),
    );
    expect(await agent.call("bash", { command: "echo ping > /tmp/in; cat /tmp/out" })).toBe("got ping");
    expect(await agent.call("bash_output", { id, filter: "ping", wait_seconds: 20 })).toContain("\ngot ping");
  });

  it("are refused by a sandbox that has none, whose agent is not offered their tools", async () => {
    const agent = await agentIn(() => interpreterSandbox());
    if (typeof agent === "string") throw new Error(agent);
    expect(await agent.call("bash", { command: "sleep 1", run_in_background: true })).toContain(
      "This sandbox runs nothing in the background.",
    );
    expect(await agent.call("bash_output", { id: "x" })).toContain("There is no tool named bash_output");
  });
});
