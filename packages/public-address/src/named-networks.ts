import { BlockList, isIP, isIPv4 } from "node:net";

/** Ranges of addresses. IPv4 and IPv6 are separate, since a `BlockList` treats an IPv4 address like its mapped form. */
export class NamedNetworks {
  private readonly ipv4 = new BlockList();
  private readonly ipv6 = new BlockList();

  /** Each as `10.1.0.0/16`, or an address alone. Throws `RangeError` for other texts. */
  constructor(networks: readonly string[] = []) {
    for (const network of networks) this.add(network);
  }

  private add(network: string): void {
    const [address = "", length, ...rest] = network.split("/");
    const most = isIPv4(address) ? 32 : 128;
    const prefix = length === undefined ? most : /^\d{1,3}$/.test(length) ? Number(length) : Infinity;
    if (isIP(address) === 0 || address.includes("%") || prefix > most || rest.length > 0)
      throw new RangeError(`${network} is not a network such as 10.1.0.0/16`);
    if (most === 32) this.ipv4.addSubnet(address, prefix, "ipv4");
    else this.ipv6.addSubnet(address, prefix, "ipv6");
  }

  has(address: string): boolean {
    if (isIP(address) === 0 || address.includes("%")) return false;
    return isIPv4(address) ? this.ipv4.check(address, "ipv4") : this.ipv6.check(address, "ipv6");
  }
}
