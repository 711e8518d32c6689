import { silentLogger } from "@workspace-agent/core";
import { expect, test } from "vitest";
import { printSignInLink } from "./sign-in-link.ts";

test("a database that fails while the sign-in link is made delays the link, and ends nothing", async () => {
  const printed: string[] = [];
  const logged: string[] = [];
  let tries = 0;
  await printSignInLink({
    signIn: {
      async issueCode() {
        tries += 1;
        if (tries < 3) throw new Error("The database is away.");
        return "the-code";
      },
    },
    url: "http://localhost:3000",
    logger: { ...silentLogger, error: (_: object, message: string) => logged.push(message) },
    print: (text) => printed.push(text),
    wait: async () => {},
  });
  expect(tries).toBe(3);
  expect(logged).toHaveLength(2);
  expect(printed.join("")).toContain("http://localhost:3000/sign-in?code=the-code");
});
