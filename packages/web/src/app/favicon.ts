const BACKGROUND = `<rect width="32" height="32" rx="7" fill="#0a5cc2"/>`;
const PROMPT = `<path d="m8 10 6 6-6 6M17 22h8" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>`;

function badge(text: string): string {
  const label = `<text x="22" y="14.5" text-anchor="middle" font-family="sans-serif" font-size="14" font-weight="700" fill="#fff">${text}</text>`;
  return `<circle cx="22" cy="10" r="10" fill="#b3261e"/>${label}`;
}

/** The icon of the page with the number of sessions that wait, as a URL. */
export function badgedIcon(waiting: number): string {
  const icon = `${BACKGROUND}${PROMPT}${badge(waiting > 9 ? "9+" : String(waiting))}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${icon}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
