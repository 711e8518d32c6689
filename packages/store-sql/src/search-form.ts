/** The form in which texts are compared by a search. */
export function searchForm(text: string): string {
  return text.toLowerCase();
}
