import { it } from "vitest";
import { encryptedObjects } from "@workspace-agent/core/ports";
import { checkFaults } from "./s3-server/check-faults.test-support.ts";

it("objects are whole or an error, whatever becomes of many requests", () =>
  checkFaults((store) => store, 60));

it("so are encrypted ones", () => checkFaults((store) => encryptedObjects(store, "secret"), 60));
