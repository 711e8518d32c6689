import { expect, test } from "vitest";
import { projectName } from "./project-name.ts";

test.each(["a", "my-server", "my_server.v2", "2048", "a".repeat(214)])("%s names a package", (name) => {
  expect(projectName(`/somewhere/Else/${name}`)).toBe(name);
});

test.each([
  "My-Server",
  "my server",
  ".hidden",
  "_own",
  "-a",
  "ä",
  "a@1",
  "node_modules",
  "a".repeat(215),
  "",
])("%s does not, and the error repeats it", (name) => {
  expect(() => projectName(`/${name}`)).toThrow(`"${name}" cannot be the name of a package`);
});
