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
      async jwt({ token, account }) {
        // Absent but at sign-in. Without a database, the id that Auth.js gives a user is another one each time.
        if (!account) return token;
        const userId = `${account.provider}:${account.providerAccountId}`;
        return { ...token, sub: userId, tenant: await tenantOf(userId) };
      },
    },
  });
