export { dockerSandbox, type DockerSandbox, type DockerSandboxOptions } from "./docker-sandboxes.ts";
