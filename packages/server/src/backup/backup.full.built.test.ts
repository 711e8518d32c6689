import { localWorksHere } from "../main.test-support.ts";
import { describeBackups } from "./backup.test-support.ts";

const sandbox = (await localWorksHere()) ? "local" : "interpreter";

describeBackups({ sandbox, turns: 32, backups: 5 });
