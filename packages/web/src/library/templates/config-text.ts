/** What keeps a text from being a config, or null. What its fields may hold is for the instance to say. */
export function configFault(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? null : "The config must be an object: { … }.";
  } catch (error) {
    return `The config is no JSON: ${error instanceof Error ? error.message : ""}`;
  }
}
