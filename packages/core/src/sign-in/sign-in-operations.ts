import * as v from "valibot";
import { parameter } from "../domain/operations/checks.ts";
import type { Operations } from "../domain/operations/operation.ts";
import type { SignInCredential } from "../domain/principals/sign-in.ts";
import type { SignInApi } from "./sign-in-api.ts";

const client = parameter("client", v.string());
const cookie = parameter("cookie", v.string());
const address = parameter("address", v.nullish(v.string()));
const renew = parameter("renew", v.optional(v.function()));
/** The service checks it after it has counted the attempt. */
const credential = (given: unknown) => given as SignInCredential;

export const signInOperations: Operations<SignInApi> = {
  attempt: { access: "public", inputs: [client, address] },
  signIn: { access: "public", inputs: [credential, client] },
  signOut: { access: "public", inputs: [cookie, address] },
  authenticate: { access: "public", inputs: [cookie, address, renew] },
  issueCode: { access: "public", inputs: [] },
};
