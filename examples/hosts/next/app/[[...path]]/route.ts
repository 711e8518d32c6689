import { OWN_PAGE } from "../../../agents.ts";
import { withOwnCookie } from "../../with-own-cookie.ts";

export const dynamic = "force-dynamic";

export function GET(): Response {
  return withOwnCookie(new Response(OWN_PAGE));
}
