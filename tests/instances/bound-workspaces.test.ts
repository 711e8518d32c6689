import { describeBoundWorkspaces } from "./bound-workspaces.test-support.ts";

describeBoundWorkspaces("Postgres");
