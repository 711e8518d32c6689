import { describe, expect, it } from "vitest";
import { cgroupMounts, ownGroups } from "./hierarchy.ts";

describe("the control groups of this process", () => {
  it("are found by their mounts, in both versions", () => {
    const mountinfo = [
      "29 23 0:26 / /sys/fs/cgroup/unified rw,relatime shared:9 - cgroup2 cgroup2 rw",
      "31 23 0:28 /docker/abc /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu,cpuacct",
      "40 23 0:35 / /proc rw - proc proc rw",
    ].join("\n");
    expect(cgroupMounts(mountinfo)).toEqual([
      { root: "/", point: "/sys/fs/cgroup/unified", type: "cgroup2", options: ["rw"] },
      { root: "/docker/abc", point: "/sys/fs/cgroup/cpu", type: "cgroup", options: ["rw", "cpu", "cpuacct"] },
    ]);
  });

  it("are its own, by controller", () => {
    const groups = ownGroups("8:pids:/\n4:cpu,cpuacct:/a:b\n1:name=systemd:/init\n0::/user.slice/x.scope\n");
    expect(groups.get("pids")).toBe("/");
    expect(groups.get("cpu")).toBe("/a:b");
    expect(groups.get("memory")).toBeUndefined();
    expect(groups.get("")).toBe("/user.slice/x.scope");
  });
});
