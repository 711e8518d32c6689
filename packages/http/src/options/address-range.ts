import ipaddr from "ipaddr.js";

type Address = ReturnType<typeof ipaddr.process>;
export type AddressRange = ReturnType<typeof ipaddr.parseCIDR>;

/** The longest address, with the name of an interface behind it. */
const MAX_LENGTH = 64;

/** Whether a text is an address, or a range such as `10.0.0.0/8`, as `trustedProxies` takes them. */
export function isAddressRange(text: string): boolean {
  const [address = ""] = text.split("/", 1);
  if (parseAddress(address) === null) return false;
  // Addresses of IPv4 that come in the form of IPv6 are compared as IPv4.
  return !text.includes("/") || (ipaddr.isValidCIDR(text) && !/^::ffff:/i.test(text));
}

/** Throws a `TypeError` for what is no address or range. */
export function addressRange(text: string): AddressRange {
  if (!isAddressRange(text))
    throw new TypeError(`${JSON.stringify(text)} is neither an address nor a range such as "10.0.0.0/8".`);
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.toByteArray().length * 8];
}

/** IPv4 in the form of IPv6 is IPv4; in a shorter form, such as `10.1`, it is none. */
export function parseAddress(text: string): Address | null {
  if (text.length > MAX_LENGTH) return null;
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  return isAddress ? ipaddr.process(text) : null;
}
