import ipaddr from "ipaddr.js";

type Address = ReturnType<typeof ipaddr.process>;
export type AddressRange = ReturnType<typeof ipaddr.parseCIDR>;

/** The longest address, with a zone id. */
const MAX_LENGTH = 64;

/** Whether a text is an address or a range such as `10.0.0.0/8`, as in `trustedProxies`. */
export function isAddressRange(text: string): boolean {
  const [address = ""] = text.split("/", 1);
  if (parseAddress(address) === null) return false;
  // IPv4-mapped addresses are compared as IPv4, so ranges of them never match.
  return !text.includes("/") || (ipaddr.isValidCIDR(text) && !/^::ffff:/i.test(text));
}

/** Throws a `TypeError` for an invalid address or range. */
export function addressRange(text: string): AddressRange {
  if (!isAddressRange(text))
    throw new TypeError(`${JSON.stringify(text)} is not an address or a range such as "10.0.0.0/8".`);
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.toByteArray().length * 8];
}

/** IPv4-mapped IPv6 becomes IPv4. Short forms such as `10.1` are invalid. */
export function parseAddress(text: string): Address | null {
  if (text.length > MAX_LENGTH) return null;
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  return isAddress ? ipaddr.process(text) : null;
}
