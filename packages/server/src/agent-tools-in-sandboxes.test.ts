import { describe, expect, it } from "vitest";
import { ADMINISTRATOR } from "./administrator.ts";
import { agentIn } from "./agent-in-sandbox.test-support.ts";
import { describeOutput, withSecret } from "./agent-tools-in-sandboxes.test-support.ts";

const idOf = (output: string) => /bg_\w+/.exec(output)?.[0] ?? "";

describeOutput("local");

describe("an AGENTS.md that is a link, or that nobody may read", () => {
  it("is not followed, wherever it leads, and ends no turn", async (context) => {
    const agent = await agentIn("local", context, withSecret);
    await agent.call("bash", {
      command: [
        "mkdir -p sub linked real; echo canary-text > real/AGENTS.md; echo x > sub/a; echo x > real/b",
        "ln -s real/AGENTS.md AGENTS.md; ln -s /etc/passwd sub/AGENTS.md; rmdir linked; ln -s real linked",
      ].join("\n"),
    });
    expect(await agent.call("read", { path: "sub/a" })).toBe("1\tx");
    expect(await agent.call("read", { path: "linked/b" })).toBe("1\tx");
    expect(agent.requests.map(({ system }) => system).join()).not.toMatch(/canary-text|workspace_guide/);
    await agent.call("bash", { command: "rm AGENTS.md; echo canary-text > AGENTS.md; chmod 000 AGENTS.md" });
    expect(await agent.call("bash", { command: "echo still here" })).toBe("still here");
    await agent.call("bash", { command: "rm -f AGENTS.md; mkfifo AGENTS.md" });
    expect(await agent.call("bash", { command: "echo still here" })).toBe("still here");
    expect(await agent.call("read", { path: "real/b" })).toContain("canary-text");
  });
});

describe("background processes", () => {
  it("outlive their turn, and tell what they write without secrets", async (context) => {
    const agent = await agentIn("local", context, withSecret);
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

  it("are ended by bash_kill with all that they started, and by an interrupt between two turns", async (context) => {
    const agent = await agentIn("local", context, withSecret);
    const command = "setsid sleep 300 & echo ready; sleep 300";
    const first = idOf(await agent.call("bash", { command, run_in_background: true }));
    const second = idOf(await agent.call("bash", { command, run_in_background: true }));
    expect(await agent.call("bash_output", { id: first, wait_seconds: 20 })).toContain("ready");
    expect(await agent.call("bash_kill", { id: first })).toContain(`Ended ${first}`);
    expect(await agent.call("bash_output", { id: first })).toContain(`[${first}: killed`);
    expect(await agent.call("bash_output", { id: second, wait_seconds: 20 })).toContain("running");
    await agent.service.sessions.interrupt(ADMINISTRATOR, agent.workspaceId, agent.sessionId ?? "");
    expect(await agent.call("bash_output", { id: second, wait_seconds: 20 })).toContain(
      "ended with exit code 137",
    );
  });

  it("serve what later commands ask for", async (context) => {
    const agent = await agentIn("local", context, withSecret);
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

  it("are refused by a sandbox that has none, whose agent is not offered their tools", async (context) => {
    const agent = await agentIn("interpreter", context);
    expect(await agent.call("bash", { command: "sleep 1", run_in_background: true })).toContain(
      "This sandbox does not support background processes.",
    );
    expect(await agent.call("bash_output", { id: "x" })).toContain("There is no tool named bash_output");
  });
});
