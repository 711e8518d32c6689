import { memoryAdapter } from "better-auth/adapters/memory";
import { describe, expect, it } from "vitest";
import { betterAuthUsers, makeAuth } from "./better-auth.ts";
import { meBy } from "./testing.test-support.ts";

const emptyTables = () => ({
  user: [],
  session: [],
  account: [],
  verification: [],
  organization: [],
  member: [],
  invitation: [],
});

const cookieOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

describe("the cookie of better-auth", () => {
  it("names the user and the active organization, until the user signs out", async () => {
    const auth = makeAuth({
      database: memoryAdapter(emptyTables()),
      secret: "a secret of better-auth for this test",
      baseURL: "http://localhost",
    });
    const me = await meBy(betterAuthUsers(auth));
    const { headers, response } = await auth.api.signUpEmail({
      body: { name: "Ada", email: "ada@example.com", password: "correct horse battery" },
      returnHeaders: true,
    });
    const cookie = cookieOf(headers);
    expect(await me({ cookie })).toMatchObject({ status: 401 });

    const asAda = { headers: new Headers({ cookie }) };
    const engines = await auth.api.createOrganization({
      body: { name: "Engines", slug: "engines" },
      ...asAda,
    });
    await auth.api.setActiveOrganization({ body: { organizationId: engines.id }, ...asAda });
    expect(await me({ cookie })).toMatchObject({
      status: 200,
      body: { id: response.user.id, tenant: engines.id },
    });

    expect(await me({ cookie: cookie.replace("=", "=x") })).toMatchObject({ status: 401 });
    await auth.api.signOut(asAda);
    expect(await me({ cookie })).toMatchObject({ status: 401 });
  });
});
