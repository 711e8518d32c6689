import { doorOf, OWN_COOKIE, OWN_PAGE, type Agents } from "./agents.ts";

/** The routes of the host and the agents, for servers that pass a `Request` and expect a `Response`. */
export async function answerTo(agents: Agents, request: Request): Promise<Response> {
  const door = doorOf(agents, new URL(request.url).pathname);
  const response = door === null ? new Response(OWN_PAGE) : await door(request);
  response.headers.append("set-cookie", OWN_COOKIE);
  return response;
}
