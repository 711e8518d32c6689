import { inject, service } from "../../di.ts";
import { ConfigCheck } from "../../config/config-check.ts";
import { CollectionPorts } from "../collection/collection-ports.ts";
import { VersionedCollection } from "../versioned-collection.ts";
import { templateKind } from "./template-kind.ts";
import type {
  Template,
  CheckedTemplateInput,
  CheckedTemplateReplacement,
} from "../../domain/library/template.ts";

@service()
export class TemplatesService extends VersionedCollection<
  Template,
  CheckedTemplateInput,
  CheckedTemplateReplacement
> {
  constructor(@inject(CollectionPorts) ports: CollectionPorts, @inject(ConfigCheck) check: ConfigCheck) {
    super(templateKind(check), ports);
  }
}
