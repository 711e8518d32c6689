import { inject, service } from "../../di.ts";
import { CollectionPorts } from "../collection/collection-ports.ts";
import { VersionedCollection } from "../versioned-collection.ts";
import { promptKind } from "./prompt-kind.ts";
import type { Prompt, CheckedPromptInput, CheckedPromptReplacement } from "../../domain/library/prompt.ts";

@service()
export class PromptsService extends VersionedCollection<
  Prompt,
  CheckedPromptInput,
  CheckedPromptReplacement
> {
  constructor(@inject(CollectionPorts) ports: CollectionPorts) {
    super(promptKind, ports);
  }
}
