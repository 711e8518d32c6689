/** A turn ends as `crashed` when so many runs in a row that took it over died before they recovered. */
export const MAX_ATTEMPTS = 3;
