import { describe, expect, it } from "vitest";
import { agentIn, type SandboxKind } from "./agent-in-sandbox.test-support.ts";

/** A secret variable. */
export const withSecret = { config: { env: { KEY: { value: "canary-in-the-output", secret: true } } } };

export function describeOutput(kind: SandboxKind): void {
  describe(`the output of a command in the ${kind} sandbox`, () => {
    it("is kept whole, without secrets, in a file that read and grep open", async (context) => {
      const agent = await agentIn(kind, context, withSecret);
      const shown = await agent.call("bash", {
        command:
          'i=0; while [ $i -lt 3000 ]; do echo "line $i $KEY"; i=$((i + 1)); done; mkdir -p sub; cd sub',
      });
      const path = /\/tmp\/outputs\/out_\w+\.txt/.exec(shown)?.[0] ?? "";
      expect(shown).toContain(`[the whole output is in ${path}: read or grep it]`);
      expect(shown).toContain("characters left out");
      expect(await agent.call("read", { path, offset: 1500, limit: 2 })).toBe(
        "1500\tline 1499 [secret KEY]\n1501\tline 1500 [secret KEY]\n[lines 1500 to 1501 of 3000; continue with offset 1502]",
      );
      expect(await agent.call("read", { path, offset: 3000 })).toBe("3000\tline 2999 [secret KEY]");
      expect(await agent.call("bash", { command: "pwd" })).toBe("/workspace/sub");
      expect(await agent.call("bash", { command: `grep -c "line 2[0-9]* " ${path}` })).toBe("1111");
    });
  });
}
