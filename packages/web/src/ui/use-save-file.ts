import { useMutation } from "@tanstack/react-query";
import { saveFile } from "./save-file.ts";

/** Saves what a request returns as a download. */
export function useSaveFile(read: () => Promise<Blob>, name: string) {
  return useMutation({ mutationFn: async () => saveFile(await read(), name) });
}
