import { describeManyTurns } from "./many-turns.test-support.ts";

describeManyTurns("Postgres");
