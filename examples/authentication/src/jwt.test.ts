import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from "jose";
import { describe, expect, it, onTestFinished } from "vitest";
import { jwtUsers } from "./jwt.ts";
import { meBy } from "./testing.test-support.ts";

const ISSUER = "https://id.example.com/";
const AUDIENCE = "agents";
const ada = { sub: "ada", org: "engines", scope: "openid workspaces:read chat" };

/** An issuer that serves its public keys. */
async function issuer() {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "1", alg: "ES256" };
  const server = createServer((_, response) => response.end(JSON.stringify({ keys: [jwk] }))).listen(
    0,
    "127.0.0.1",
  );
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { keys: `http://127.0.0.1:${port}/jwks.json`, privateKey };
}

const signed = (claims: JWTPayload, key: CryptoKey, expires = "5m") =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", kid: "1" })
    .setIssuer(ISSUER)
    .setAudience(typeof claims.aud === "string" ? claims.aud : AUDIENCE)
    .setExpirationTime(expires)
    .sign(key);

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe("a JWT", () => {
  it("names the user, the tenant and the scopes", async () => {
    const { keys, privateKey } = await issuer();
    const me = await meBy(jwtUsers({ keys, issuer: ISSUER, audience: AUDIENCE }));
    expect(await me(bearer(await signed(ada, privateKey)))).toMatchObject({
      status: 200,
      body: { id: "ada", tenant: "engines", kind: "user", scopes: ["workspaces:read", "chat"] },
    });
  });

  it("is refused if it is absent, expired, for others, of another key, unsigned or no JWT", async () => {
    const { keys, privateKey } = await issuer();
    const { privateKey: other } = await generateKeyPair("ES256");
    const me = await meBy(jwtUsers({ keys, issuer: ISSUER, audience: AUDIENCE }));
    const unsigned = new UnsecuredJWT(ada)
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setExpirationTime("5m")
      .encode();
    const header = { alg: "ES256", crit: ["unknown"], unknown: 1 };
    const critical = `${Buffer.from(JSON.stringify(header)).toString("base64url")}.e30.AAAA`;
    const wrong = [
      {},
      bearer(await signed(ada, privateKey, "-5m")),
      bearer(await signed({ ...ada, aud: "another service" }, privateKey)),
      bearer(await signed({ sub: "ada", scope: "chat" }, privateKey)),
      bearer(await signed(ada, other)),
      bearer(unsigned),
      bearer(critical),
      bearer("abc"),
    ];
    for (const headers of wrong) expect(await me(headers)).toMatchObject({ status: 401 });
  });

  it("fails the request if the keys of the issuer cannot be fetched", async () => {
    const { privateKey } = await generateKeyPair("ES256");
    const me = await meBy(jwtUsers({ keys: "http://127.0.0.1:1/jwks", issuer: ISSUER, audience: AUDIENCE }));
    expect(await me(bearer(await signed(ada, privateKey)))).toMatchObject({ status: 500 });
  });
});
