/** `engines` of package.json, and of the projects: older versions do not run TypeScript. */
export const OLDEST_NODE = "22.18";

/** The message for a version of Node that is too old, or null. */
export function complaintAboutNode(version: string): string | null {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split(".").map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  return `Node ${version} is too old. Install Node ${OLDEST_NODE} or newer.`;
}
