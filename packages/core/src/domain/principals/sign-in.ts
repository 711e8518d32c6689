import * as v from "valibot";
import { shortText } from "../wire.ts";

const Secret = shortText(1024);

export const SignInSchema = v.union([v.strictObject({ password: Secret }), v.strictObject({ code: Secret })]);
export type SignInCredential = v.InferOutput<typeof SignInSchema>;
