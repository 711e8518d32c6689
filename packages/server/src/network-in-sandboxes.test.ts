import { expect, it } from "vitest";
import { ADMINISTRATOR } from "./administrator.ts";
import { agentIn } from "./agent-in-sandbox.test-support.ts";

const ask = (host: string) =>
  `exec 3<>/dev/tcp/127.0.0.1/3128; printf 'CONNECT ${host}:443 HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n' >&3; head -n 1 <&3`;

it("an agent sees which hosts it may reach, and which of its connections were refused", async (context) => {
  const { service, requests, call } = await agentIn("local", context, {
    config: { sandbox: { network: { allow: ["example.com"] } } },
    service: { policy: { network: ["none", "allow"] } },
  });
  const open = { name: "open", config: { sandbox: { network: "open" } } } as const;
  await expect(service.workspaces.create(ADMINISTRATOR, open)).rejects.toMatchObject({ code: "not_allowed" });
  const results: string[] = [];
  for (const command of [ask("other.example"), "echo quiet", `(${ask("third.example")}) & wait`])
    results.push((await call("bash", { command })).replaceAll("\r", ""));
  expect(requests[0]?.system).toContain("to these hosts only: example.com. Nothing else gets out");
  const refused = (host: string) =>
    `HTTP/1.1 403 Forbidden\n[network: ${host} port 443 refused: not in the workspace's list of hosts]`;
  expect(results).toEqual([refused("other.example"), "quiet", refused("third.example")]);
  expect(service.metrics.text()).toContain("\nworkspace_agent_egress_refused_total 2\n");
});
