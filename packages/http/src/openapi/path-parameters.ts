/** What the parameters in paths are; `id` is what the path's collection holds. */
export const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  id: "The id.",
  session_id: "The session's id.",
  turn_id: "The turn's id.",
};
