import { VolumePathSchema } from "@workspace-agent/core/internal";
import * as v from "valibot";

export const pathParameter = v.pipe(
  VolumePathSchema,
  v.description("Path relative to the root of the volume, URL-encoded as one value: `src%2Fmain.ts`."),
);
