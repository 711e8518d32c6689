import { expect, it } from "vitest";
import { givenService } from "./given-service.test-support.ts";
import { fileTicket } from "./own-tool.ts";

const filing = (args: object) => ({ toolCalls: [{ name: "file_ticket", arguments: args }] });
const ticket = { title: "The build fails", severity: "high", log: "/workspace/build.log" };

it("an agent files a ticket with a log of its workspace, and gets an error for invalid arguments", async () => {
  const filed: object[] = [];
  const tracker = { file: async (each: object) => filed.push(each) };
  const script = [
    filing({ ...ticket, severity: "terrible" }),
    filing({ ...ticket, log: "/workspace/absent.log" }),
    filing(ticket),
    { text: "It is filed." },
  ];
  await using given = await givenService(script, { tools: [fileTicket(tracker)] });
  await given.put("build.log", "error: it does not fit\n");
  const { status, messages } = await given.run("File what went wrong.");
  expect(status).toBe("completed");
  expect(filed).toEqual([{ title: ticket.title, severity: "high", log: "error: it does not fit\n" }]);
  const [badArguments, noFile, done] = messages.filter(({ role }) => role === "tool");
  expect(badArguments?.content).toMatch(/severity/);
  expect(noFile?.content).toBe("There is no file /workspace/absent.log.");
  expect(done?.content).toBe("Filed as #1.");
});
