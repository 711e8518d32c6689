import { doorOf, OWN_COOKIE, OWN_PAGE, type Agents } from "./agents.ts";

/** The host's own routes and the agents', for servers that hand over a `Request` and take a `Response`. */
export async function answerTo(agents: Agents, request: Request): Promise<Response> {
  const door = doorOf(agents, new URL(request.url).pathname);
  const response = door === null ? new Response(OWN_PAGE) : await door(request);
  response.headers.append("set-cookie", OWN_COOKIE);
  return response;
}
