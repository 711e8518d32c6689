const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const DAY_NAME = "(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?";
const TIME = "(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)";
const MONTH = `(?<month>${MONTHS.join("|")})`;

/** The current format and two obsolete formats that must be accepted. */
const FORMS = [
  new RegExp(`^${DAY_NAME}, (?<day>\\d\\d) ${MONTH} (?<year>\\d{4}) ${TIME} GMT$`),
  new RegExp(`^${DAY_NAME}, (?<day>\\d\\d)-${MONTH}-(?<year>\\d\\d) ${TIME} GMT$`),
  new RegExp(`^${DAY_NAME} ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`),
];

/** A two-digit year is at most 50 years in the future. */
function fullYear(year: number, now: number): number {
  if (year > 99) return year;
  const thisYear = new Date(now).getUTCFullYear();
  const candidate = thisYear - (thisYear % 100) + year;
  return candidate > thisYear + 50 ? candidate - 100 : candidate;
}

/** Parses an HTTP date (RFC 9110 section 5.6.7) to milliseconds since 1970; null if invalid, which counts as absent. */
export function parseHttpDate(header: string, now: number): number | null {
  const groups = FORMS.map((form) => form.exec(header)?.groups).find((found) => found !== undefined);
  if (groups === undefined) return null;
  const { day = "", month = "", year = "", hour = "", minute = "", second = "" } = groups;
  const date = [fullYear(Number(year), now), MONTHS.indexOf(month), Number(day)] as const;
  const time = Date.UTC(...date, Number(hour), Number(minute), Number(second));
  const isReal = new Date(time).getUTCDate() === Number(day) && Number(hour) < 24 && Number(minute) < 60;
  return isReal && Number(second) <= 60 ? time : null;
}
