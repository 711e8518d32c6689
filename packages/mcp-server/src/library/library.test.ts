import { expect, test } from "vitest";
import { admin, testMcp, type TestMcp } from "../test-mcp.test-support.ts";
import { parseSkillUri, skillUri } from "./skill-uri.ts";

const SKILL = "---\nname: sums\ndescription: Adds numbers.\n---\n\nSee [the table](data/a b.csv).\n";

async function addPrompt(
  { service }: TestMcp,
  name: string,
  content: string,
  description = "",
): Promise<void> {
  await service.prompts.create(admin, { name, content, description, labels: {} });
}

async function addSkill({ service }: TestMcp): Promise<void> {
  await service.skills.create(admin, {
    files: [
      { path: "SKILL.md", content: SKILL },
      { path: "data/a b.csv", content: "1,2\n" },
      { path: "logo.bin", content_base64: "AP8=" },
    ],
  });
}

test("prompts are listed with their placeholders as arguments, and filled in", async () => {
  await using mcp = await testMcp();
  await addPrompt(mcp, "plain", "Just this.");
  await addPrompt(mcp, "greet", "Say {{what}} to {{ who }}.", "Greets.");
  const client = await mcp.connect();
  const { prompts } = await client.listPrompts();
  expect(prompts).toEqual([
    {
      name: "greet",
      description: "Greets.",
      arguments: [
        { name: "what", required: true },
        { name: "who", required: true },
      ],
    },
    { name: "plain" },
  ]);
  const { messages, description } = await client.getPrompt({
    name: "greet",
    arguments: { what: "{{who}}", who: "all" },
  });
  expect([description, messages]).toEqual([
    "Greets.",
    [{ role: "user", content: { type: "text", text: "Say {{who}} to all." } }],
  ]);
});

test("a prompt that is not there, or an argument that is missing, is an error with the contract's code", async () => {
  await using mcp = await testMcp();
  await addPrompt(mcp, "greet", "Hello {{who}}");
  const client = await mcp.connect();
  await expect(client.getPrompt({ name: "none" })).rejects.toMatchObject({
    code: -32602,
    data: { code: "not_found" },
  });
  await expect(client.getPrompt({ name: "greet", arguments: {} })).rejects.toMatchObject({
    data: { code: "invalid_request", errors: [{ pointer: "#/prompt/arguments/who", detail: "is required" }] },
  });
});

test("prompts are listed page by page", async () => {
  await using mcp = await testMcp();
  for (let index = 0; index < 60; index++) await addPrompt(mcp, `p${index}`, "x");
  const client = await mcp.connect();
  const first = await client.request({ method: "prompts/list" });
  expect([first.prompts.length, typeof first.nextCursor]).toEqual([50, "string"]);
  expect((await client.listPrompts()).prompts).toHaveLength(60);
  await expect(client.request({ method: "prompts/list", params: { cursor: "!" } })).rejects.toMatchObject({
    code: -32602,
  });
});

test("skills are resources: their SKILL.md is listed, all of their files can be read", async () => {
  await using mcp = await testMcp();
  await addSkill(mcp);
  const client = await mcp.connect();
  expect((await client.listResources()).resources).toEqual([
    {
      uri: "skill://sums/SKILL.md",
      name: "sums",
      description: "Adds numbers.",
      mimeType: "text/markdown",
      size: SKILL.length,
    },
  ]);
  expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([
    { uriTemplate: "skill://{name}/{+path}" },
  ]);
  const read = async (uri: string) => (await client.readResource({ uri })).contents[0];
  expect(await read("skill://sums/SKILL.md")).toMatchObject({ text: SKILL, mimeType: "text/markdown" });
  expect(await read(skillUri("sums", "data/a b.csv"))).toMatchObject({ text: "1,2\n" });
  expect(await read("skill://sums/logo.bin")).toMatchObject({ blob: "AP8=" });
});

test.each(["skill://sums/none", "skill://none/SKILL.md", "file:///etc/passwd", "skill://sums"])(
  "%s is not found",
  async (uri) => {
    await using mcp = await testMcp();
    await addSkill(mcp);
    const client = await mcp.connect();
    await expect(client.readResource({ uri })).rejects.toMatchObject({
      code: -32602,
      data: {
        ...{ uri, code: "not_found", status: 404, retryable: false },
        detail: `There is no resource ${JSON.stringify(uri)}.`,
        request_id: expect.stringMatching(/./) as string,
      },
    });
  },
);

test("a path that leaves the skill is refused", async () => {
  await using mcp = await testMcp();
  await addSkill(mcp);
  const client = await mcp.connect();
  const uri = "skill://sums/..%2Fa";
  await expect(client.readResource({ uri })).rejects.toMatchObject({ data: { code: "invalid_path" } });
});

test("without its scope there is no library", async () => {
  await using mcp = await testMcp({ principal: { scopes: ["chat"] } });
  await addPrompt(mcp, "plain", "x");
  const answer = await mcp.post('{"jsonrpc":"2.0","id":1,"method":"prompts/list"}');
  expect(await answer.json()).toMatchObject({ error: { code: -32601 } });
});

test.each([
  ["sums", "SKILL.md", "skill://sums/SKILL.md"],
  ["sums", "data/a b%#?.csv", "skill://sums/data/a%20b%25%23%3F.csv"],
])("the address of %s %s is %s", (name, path, uri) => {
  expect(skillUri(name, path)).toBe(uri);
  expect(parseSkillUri(uri)).toEqual({ name, path });
});

test("what is no address of a skill's file has no parts", () => {
  expect(parseSkillUri("skill://sums/%ff")).toBeNull();
  expect(parseSkillUri("skill://SUMS/a")).toBeNull();
});
