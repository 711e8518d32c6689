/** `engines` of package.json. */
export const OLDEST_NODE = "22.18";

/** The message for a version of Node that is too old, or null. */
export function complaintAboutNode(version: string): string | null {
  const numbers = (text: string) => text.split(".").map((part) => Number.parseInt(part, 10));
  const [major = 0, minor = 0] = numbers(version);
  const [oldestMajor = 0, oldestMinor = 0] = numbers(OLDEST_NODE);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  return `Node ${version} is too old. Install Node ${OLDEST_NODE} or newer.`;
}
