import { expect, it } from "vitest";
import { SERVICES } from "../composition/service-tokens.ts";
import { testHost } from "../test-host.test-support.ts";
import { TokensService } from "../tokens/tokens-service.ts";
import { Redaction } from "./redact.ts";

const SECRET = "canary-of-two-services";
const env = { KEY: { value: SECRET, secret: true as const } };

/** A service, and what it knows of secrets once it has run a turn. */
async function hostWithRedaction() {
  const seen: Redaction[] = [];
  const host = await testHost({
    script: [{ text: `The key is ${SECRET}.` }],
    config: { env },
    service: {
      overrides: [
        [
          SERVICES.tokens,
          {
            useFactory: (resolve) => {
              seen.push(resolve(Redaction));
              return resolve(TokensService);
            },
          },
        ],
      ],
    },
  });
  const { final_message } = await host.run("go");
  expect(final_message).toBe("The key is [secret KEY].");
  const [redaction] = seen;
  if (redaction === undefined) throw new Error("The service has no tokens.");
  return {
    redaction,
    forms: redaction.forms({ KEY: SECRET }),
    again: redaction.forms({ KEY: SECRET }),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

it("two services share nothing of the secrets that they know", async () => {
  await using one = await hostWithRedaction();
  await using other = await hostWithRedaction();
  expect(one.again).toBe(one.forms);
  expect(one.forms).not.toBe(other.forms);
});

it("secrets are found by their hashes: none stands in a key", async () => {
  await using host = await hostWithRedaction();
  const keys = Object.values(host.redaction).flatMap((held: unknown) =>
    held instanceof Map ? [...(held as Map<string, unknown>).keys()] : [],
  );
  expect(keys).toHaveLength(1);
  expect(keys.join()).not.toContain(SECRET);
});
