import { interpreterSandbox } from "@workspace-agent/sandbox-interpreter";
import { expect, it } from "vitest";
import { givenService } from "./given-service.test-support.ts";
import { meteredSandbox } from "./own-sandbox.ts";

it("the host hears what each command took", async () => {
  const measured: { workspace: string; ms: number }[] = [];
  let ms = 0;
  const now = () => (ms += 250);
  const sandbox = meteredSandbox(
    interpreterSandbox(),
    (workspace, took) => measured.push({ workspace, ms: took }),
    now,
  );
  const script = [{ toolCalls: [{ name: "bash", arguments: { command: "echo done" } }] }, { text: "done" }];
  await using given = await givenService(script, { sandbox });
  expect((await given.run("Go.")).status).toBe("completed");
  expect(measured).toEqual([{ workspace: given.workspace, ms: 250 }]);
});
