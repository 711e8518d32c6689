export { ownerOfFiles } from "./inside-user.ts";
export { dockerSandbox, type DockerSandbox, type DockerSandboxOptions } from "./docker-sandboxes.ts";
