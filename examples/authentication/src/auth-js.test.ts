import { encode } from "next-auth/jwt";
import { describe, expect, it } from "vitest";
import { authJsUsers } from "./auth-js.ts";
import { meBy } from "./testing.test-support.ts";

const secret = "a secret of Auth.js for this test";

/** The session cookie, as Auth.js sets it. */
async function cookieOf(name: string, token: object, key = secret) {
  return { cookie: `${name}=${await encode({ token, secret: key, salt: name })}` };
}

describe.each([
  ["__Secure-authjs.session-token", true],
  ["authjs.session-token", false],
])("the cookie %s", (name, secureCookie) => {
  it("names the user and the tenant", async () => {
    const me = await meBy(authJsUsers({ secret, secureCookie }));
    const cookie = await cookieOf(name, { sub: "u1", name: "Ada", tenant: "engines" });
    expect(await me(cookie)).toMatchObject({ status: 200, body: { id: "u1", tenant: "engines" } });
  });

  it("is refused if it is absent, of another key or without a tenant", async () => {
    const me = await meBy(authJsUsers({ secret, secureCookie }));
    const forged = await cookieOf(name, { sub: "u1", tenant: "engines" }, "another secret");
    for (const headers of [{}, forged, await cookieOf(name, { sub: "u1" })])
      expect(await me(headers)).toMatchObject({ status: 401 });
  });
});
