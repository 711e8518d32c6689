import { expect, test } from "vitest";
import { testApi } from "../test-api.test-support.ts";

const SCHEDULE = "/api/workspaces/ws_none/schedules/sch_none";

test.each([
  "/api/workspaces/ws_none/sessions/ses_none/interrupt",
  `${SCHEDULE}/pause`,
  `${SCHEDULE}/resume`,
  `${SCHEDULE}/run`,
  "/api/workspaces/ws_none/agent/dirs?path=a",
  "/api/batches/bat_none/cancel",
  "/api/webhooks/whk_none/deliveries/whd_none/replay",
])("POST %s takes no body or an empty object, and refuses any field", async (path) => {
  await using api = await testApi();
  const headers = { "content-type": "text/plain" };
  for (const asked of [{}, { json: {} }, { body: "" }, { body: "", headers }])
    expect((await api.call("POST", path, asked)).json).toMatchObject({ code: "not_found" });
  const refused = await api.call("POST", path, { json: { message: "x" } });
  expect(refused).toMatchObject({ status: 400, json: { errors: [{ pointer: "#/message" }] } });
  const other = await api.call("POST", path, { body: "message=x", headers });
  expect(other.json).toMatchObject({ code: "unsupported_media_type" });
});

test("a body is refused at sign-out too, which then ends no session", async () => {
  await using api = await testApi();
  const signOut = async (json?: object) =>
    (await api.call("POST", "/api/auth/sign-out", { cookie: api.cookie, json })).status;
  expect([await signOut({ everywhere: true }), await signOut(), await signOut()]).toEqual([400, 204, 401]);
});

test("the document describes the body of each POST", async () => {
  await using api = await testApi();
  const { paths } = (await api.call("GET", "/api/docs/openapi.json")).as<{
    paths: Record<string, { post?: { requestBody?: object } }>;
  }>();
  const without = Object.entries(paths).filter(
    ([, { post }]) => post !== undefined && post.requestBody === undefined,
  );
  expect(without.map(([path]) => path)).toEqual([]);
});
