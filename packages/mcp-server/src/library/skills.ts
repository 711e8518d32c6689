import type { McpServer } from "@modelcontextprotocol/server";
import { DomainError, type Skill, type McpCall } from "@workspace-agent/core";
import { SKILL_FILE } from "@workspace-agent/core/schemas";
import { toBase64, utf8Text } from "@workspace-agent/core/internal";
import { readLibrary } from "../errors.ts";
import { parseSkillUri, skillUri } from "./skill-uri.ts";

const MARKDOWN = "text/markdown";

/** Serves skills as resources. Each `SKILL.md` is listed; the other files of the folder can be read too. */
export function serveSkills({ server }: McpServer, call: McpCall): void {
  const { principal, service } = call;
  server.registerCapabilities({ resources: {} });

  server.setRequestHandler(
    "resources/list",
    async ({ params }) =>
      await readLibrary(call, async () => {
        const page = await service.skills.list(principal, { cursor: params?.cursor });
        return {
          resources: page.items.map(listed),
          ...(page.next === null ? {} : { nextCursor: page.next }),
        };
      }),
  );

  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [
      {
        uriTemplate: "skill://{name}/{+path}",
        name: "skill-file",
        title: "A file of a skill",
        description: "`name` is the name of the skill; `path` is relative to its folder.",
      },
    ],
  }));

  server.setRequestHandler(
    "resources/read",
    async ({ params: { uri } }) =>
      await readLibrary(call, async () => ({ contents: [await contentOf(call, uri)] })),
  );
}

function listed({ name, description, files }: Skill) {
  const file = files.find(({ path }) => path === SKILL_FILE);
  return {
    uri: skillUri(name, SKILL_FILE),
    name,
    description,
    mimeType: MARKDOWN,
    ...(file === undefined ? {} : { size: file.size }),
  };
}

/** The protocol requires the URI in the error data. */
function noResource(uri: string): DomainError {
  return new DomainError("not_found", `There is no resource ${JSON.stringify(uri)}.`, { extra: { uri } });
}

async function contentOf({ principal, service }: McpCall, uri: string) {
  const address = parseSkillUri(uri);
  if (address === null) throw noResource(uri);
  try {
    const { bytes } = await service.skills.file(principal, address.name, address.path);
    const text = utf8Text(bytes);
    if (text === null) return { uri, mimeType: "application/octet-stream", blob: toBase64(bytes) };
    return { uri, mimeType: address.path.endsWith(".md") ? MARKDOWN : "text/plain", text };
  } catch (error) {
    if (DomainError.isInstance(error) && error.code === "not_found") throw noResource(uri);
    throw error;
  }
}
