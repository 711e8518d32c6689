import { agentsOfProcess } from "../../../agents-of-process.ts";
import { withOwnCookie } from "../../../with-own-cookie.ts";

async function answer(request: Request): Promise<Response> {
  const { forTeam } = await agentsOfProcess();
  return withOwnCookie(await forTeam(request));
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
