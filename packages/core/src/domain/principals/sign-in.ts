import * as v from "valibot";

const Secret = v.pipe(v.string(), v.minLength(1), v.maxLength(1024));

export const SignInSchema = v.union([v.strictObject({ password: Secret }), v.strictObject({ code: Secret })]);
export type SignInCredential = v.InferOutput<typeof SignInSchema>;
