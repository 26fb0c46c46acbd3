import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** The IPv6 prefix of one household or one phone: its holder can write any address in it. */
const IPV6_PREFIX_BITS = 64;
/** The IPv6 prefix one site may be given (RFC 6177): 65,536 of the others. */
const IPV6_SITE_BITS = 48;
const NOBODY = '0.0.0.0';
/** The longest text of an address: an IPv6 one with an IPv4 one in it. */
const ADDRESS_LENGTH_MAX = 45;

/** Addresses that were read before, in their one spelling: to read one takes as long as to route a request. */
const spellings = new LRUCache<string, string>({ max: 10_000 });

/**
 * Where a request came from: an IPv4 address, or the /64 of an IPv6 one. A forwarded header may hold anything; what is
 * no address is answered with the nearest proxy's, so that it is always fit for the database and for counting.
 */
export function clientAddress(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return normalAddress(request.ip) ?? normalAddress(request.socket.remoteAddress) ?? NOBODY;
}

/** The same, whole: for a party that knows the client by the very address, and that takes no network for one. */
export function exactAddress(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return (readAddress(request.ip) ?? readAddress(request.socket.remoteAddress))?.toString() ?? NOBODY;
}

/** An address in its one spelling, cut to what identifies a client; undefined when it is none. */
export function normalAddress(text: string | undefined): string | undefined {
  const plain = withoutZone(text);
  const known = spellings.get(plain);
  if (known !== undefined) return known;
  const spelling = cut(readAddress(plain));
  if (spelling !== undefined && plain.length <= ADDRESS_LENGTH_MAX) spellings.set(plain, spelling);
  return spelling;
}

function withoutZone(text: string | undefined): string {
  return text?.split('%', 1)[0] ?? '';
}

type Address = ReturnType<typeof ipaddr.process>;

function readAddress(text: string | undefined): Address | undefined {
  const plain = withoutZone(text);
  // The four-part form only: `127.1` and octal are addresses to some readers and not to others.
  if (!ipaddr.IPv4.isValidFourPartDecimal(plain) && !ipaddr.IPv6.isValid(plain)) return undefined;
  return ipaddr.process(plain);
}

function cut(address: Address | undefined): string | undefined {
  if (address === undefined) return undefined;
  if (address.kind() === 'ipv4') return address.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${IPV6_PREFIX_BITS}`);
  return `${network.toString()}/${IPV6_PREFIX_BITS}`;
}

/**
 * The /48 around the /64 of a client, as `clientAddress` writes it; undefined for IPv4. One site may hold a whole one; phones of
 * a mobile network share one, too, with a /64 each: what is counted of it needs a much larger allowance.
 */
export function siteOf(address: string): string | undefined {
  const [network = '', bits] = address.split('/');
  if (bits !== String(IPV6_PREFIX_BITS)) return undefined;
  const site = ipaddr.IPv6.networkAddressFromCIDR(`${network}/${IPV6_SITE_BITS}`);
  return `${site.toString()}/${IPV6_SITE_BITS}`;
}

/** The key of a caller in a fair queue: the /48 of IPv6, as its holder has 65,536 addresses to take turns with. */
export function turnOf(address: string): string {
  return siteOf(address) ?? address;
}

/** The network that an address shares with its neighbours: the /48 of IPv6, the /24 of IPv4. */
export function networkOf(address: string): string {
  return siteOf(address) ?? `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
}

/** Whether a setting names an address or a range of them. */
export function isAddressRange(text: string): boolean {
  return ipaddr.isValidCIDR(text) || ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** Whether an address is one of those a setting names: addresses, ranges, or `loopback`. */
export function isWithin(text: string | undefined, places: readonly string[]): boolean {
  if (text === undefined || !ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return places.some((place) => {
    if (place === 'loopback') return address.range() === 'loopback';
    const [network, bits] = ipaddr.isValidCIDR(place)
      ? ipaddr.parseCIDR(place)
      : [ipaddr.process(place), undefined];
    if (network.kind() !== address.kind()) return false;
    return address.match(network, bits ?? (address.kind() === 'ipv4' ? 32 : 128));
  });
}
