import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { memoryStore } from "@workspace-agent/core/memory";
import { onTestFinished } from "vitest";
import { dockerSandbox } from "./index.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

/** Each container has a keeper that finds no process, and workers whose commands end at once, or when `go` exists where they are `until-go`. */
const SCRIPT = `#!/bin/bash
cd -- "\${0%/*}"
next() { IFS= read -r -d '' "$1"; }
case $1 in
  info) echo '{}' ;;
  run)
    for word; do
      [[ $previous == --name ]] && name=$word
      [[ $word == *,target=/workspace ]] && folder=\${word#*source=}
      previous=$word
    done
    # The test run of the sandbox's start writes as root.
    if [[ $2 == --rm ]]; then echo 0 > "\${folder%,target=*}/probe"; exit; fi
    echo "$name" >> made
    while [[ -e held ]]; do read -r -t 0.01 <> <(:); done
    exit 0 ;;
  attach)
    until [[ -e ended-\${!#} ]]; do
      # At the end of the time, what was read of a line is in \`part\`.
      IFS= read -r -t 0.01 part
      code=$?
      line+=$part
      case $code in
        0)
          read -r _ id _ <<< "$line"
          line=
          echo "gone $id" ;;
        1) exit ;;
      esac
    done ;;
  exec)
    echo "ready 7"
    while next begin && next clean && next dirty && next mode && next columns && next rows && next directory && next script; do
      printf '\\x1e%sS\\n' "$begin" >&2
      [[ $script != *until-go* ]] || until [[ -e go ]]; do read -r -t 0.01 <> <(:); done
      printf '\\x1e%sE0\\n' "$clean" >&2
      printf '\\x1e%sE0\\n' "$clean"
    done ;;
  rm) echo "\${!#}" >> removed ;;
  ps) [[ ! -e vanishing ]] || echo vanishing ;;
  inspect)
    rm vanishing
    echo "Error: No such object: vanishing" >&2
    exit 1 ;;
esac
`;

/** A sandbox with a docker command of the test, which starts no container. */
export async function fakeEngine() {
  const dir = await newFolder();
  const at = (name: string) => join(dir, name);
  await writeFile(at("docker"), SCRIPT, { mode: 0o755 });
  const { containers } = memoryStore();
  const placement = "test";
  const sandbox = dockerSandbox({
    image: "any",
    containers,
    placement,
    dir: at("sandboxes"),
    dockerPath: at("docker"),
  });
  onTestFinished(() => sandbox.close());
  const lines = async (name: string) => {
    const text = await readFile(at(name), "utf8").catch(() => "");
    return text.split("\n").filter((line) => line !== "");
  };
  const made = () => lines("made");
  return {
    sandbox,
    containers,
    placement,
    /** The names of all containers that were made. */
    made,
    /** Those of them that were not removed. */
    async present() {
      const removed = await lines("removed");
      return (await made()).filter((name) => !removed.includes(name));
    },
    /** Lets the engine make no container until the returned function is called. */
    async hold() {
      await writeFile(at("held"), "");
      return () => rm(at("held"));
    },
    /** Ends a container, or only its keeper's client while a command runs in it. */
    end: (name: string) => writeFile(at(`ended-${name}`), ""),
    /** Lets the commands `until-go` end. */
    go: () => writeFile(at("go"), ""),
    /** Lets the engine list a container that is removed before it is inspected. */
    listVanishing: () => writeFile(at("vanishing"), ""),
  };
}
