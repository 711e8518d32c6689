import { Hono } from "hono";
import { OWN_COOKIE, OWN_PAGE, PREFIX, SIGN_IN_PREFIX, type Agents } from "./agents.ts";

/** The routes of the host and the agents, on any runtime. */
export function honoApp({ forUsers, forTeam }: Agents): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header("set-cookie", OWN_COOKIE, { append: true });
  });
  app.all(`${PREFIX}/*`, ({ req }) => forUsers(req.raw));
  app.all(`${SIGN_IN_PREFIX}/*`, ({ req }) => forTeam(req.raw));
  app.notFound((context) => context.text(OWN_PAGE));
  return app;
}
