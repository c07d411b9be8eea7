import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { ProviderFailure } from './provider.js';

/** Non-public addresses: IANA's special-purpose registries (RFC 6890), multicast, and IPv6 outside 2000::/3. */
const insideRanges = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/3', '::/3', '2001::/23', '2001:db8::/32', '2002::/16', '4000::/2', '8000::/1'],
];

/**
 * Connects only to public internet hosts, by name or IP address: a host named by someone else must not make the
 * service reach into the operator's network (SSRF). The addresses that were checked are the ones used.
 * @throws ProviderFailure `unavailable`, through the request
 */
export function createOutsideAgent(lookup = systemLookup, connectorOf = buildConnector): Agent {
  // Two lists, because a combined one treats IPv4 as its IPv6 mapping, and all of that range is private.
  const inside = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const range of insideRanges) {
    const [network = '', bits] = range.split('/');
    const family = familyOf(network);
    inside[family].addSubnet(network, Number(bits), family);
  }
  const isInside = (address: string) => inside[familyOf(address)].check(address, familyOf(address));
  const refusal = (host: string) => new ProviderFailure('unavailable', `${host} is not a public address`);

  const guarded: LookupFunction = (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const [first] = error ? [] : found;
      if (error || !first) return callback(error ?? new Error(`${host} has no address`), []);
      if (found.some(({ address }) => isInside(address))) return callback(refusal(host), []);
      if (options.all) return callback(null, found);
      callback(null, first.address, first.family);
    });
  const connect = connectorOf({ lookup: guarded });
  return new Agent({
    connect(options, callback) {
      // An IP address needs no look-up.
      const number = options.hostname.replace(/^\[|\]$/g, '');
      if (isIP(number) && isInside(number)) callback(refusal(number), null);
      else connect(options, callback);
    },
  });
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
