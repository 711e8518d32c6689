import NextAuth from "next-auth";
import GitHub from "next-auth/providers/github";

/** The tenant of a user, from the host's own records. */
export type TenantOf = (userId: string) => Promise<string>;

/** Your `auth.ts`: at sign-in, the tenant goes into the token of the session. */
export const nextAuth = (tenantOf: TenantOf) =>
  NextAuth({
    providers: [GitHub],
    session: { strategy: "jwt" },
    callbacks: {
      async jwt({ token, user }) {
        const id = user?.id;
        return id === undefined ? token : { ...token, sub: id, tenant: await tenantOf(id) };
      },
    },
  });
