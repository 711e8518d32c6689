import { OWN_COOKIE } from "../agents.ts";

export function withOwnCookie(response: Response): Response {
  response.headers.append("set-cookie", OWN_COOKIE);
  return response;
}
