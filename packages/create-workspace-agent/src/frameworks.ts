/** The servers that a project can have: those whose program runs without a build. */
export const FRAMEWORKS = ["node", "express", "fastify", "hono"] as const;
export type Framework = (typeof FRAMEWORKS)[number];

type Versions = Readonly<Record<string, string>>;

interface Packages {
  readonly dependencies: Versions;
  readonly devDependencies: Versions;
}

/** The packages of npm that a project needs, by framework. A test compares the versions with those that the repository uses. */
export const PACKAGES: Readonly<Record<Framework | "all", Packages>> = {
  all: { dependencies: {}, devDependencies: { "@types/node": "24.19.2", typescript: "6.0.3" } },
  node: { dependencies: {}, devDependencies: {} },
  express: { dependencies: { express: "5.3.0" }, devDependencies: { "@types/express": "5.0.6" } },
  fastify: { dependencies: { fastify: "5.12.8" }, devDependencies: {} },
  hono: { dependencies: { "@hono/node-server": "2.1.8", hono: "4.13.19" }, devDependencies: {} },
};
