import { describe, expect, test } from 'vitest';
import { clientAddress, exactAddress, normalAddress } from './client-address.ts';

const request = (ip: string, remoteAddress = '10.0.0.7') =>
  ({ ip, socket: { remoteAddress } }) as unknown as Parameters<typeof clientAddress>[0];

describe('the address a request came from', () => {
  test('is one spelling of an IPv4 address, also where it is written inside an IPv6 one', () => {
    expect(clientAddress(request('203.0.113.9'))).toBe('203.0.113.9');
    expect(clientAddress(request('::ffff:203.0.113.9'))).toBe('203.0.113.9');
    expect(clientAddress(request('::ffff:cb00:7109'))).toBe('203.0.113.9');
  });

  test('is the network of an IPv6 address, since its holder may write any address in it', () => {
    expect(clientAddress(request('2001:db8:1:2:3:4:5:6'))).toBe('2001:db8:1:2::/64');
    expect(clientAddress(request('2001:DB8:1:2::ffff'))).toBe('2001:db8:1:2::/64');
    expect(clientAddress(request('fe80::1%eth0'))).toBe('fe80::/64');
  });

  test('is the nearest proxy where a header holds something else', () => {
    for (const junk of ['junk', '', '127.1', '0x7f.1', "'; drop", '1'.repeat(400), '203.0.113.9:443'])
      expect(clientAddress(request(junk))).toBe('10.0.0.7');
    expect(clientAddress(request('junk', 'junk'))).toBe('0.0.0.0');
    expect(normalAddress(undefined)).toBeUndefined();
  });
});

describe('the exact address a request came from', () => {
  test('is whole, without a zone, and IPv4 where that is written inside', () => {
    expect(exactAddress(request('2001:DB8:1:2::ffff'))).toBe('2001:db8:1:2::ffff');
    expect(exactAddress(request('fe80::1%eth0'))).toBe('fe80::1');
    expect(exactAddress(request('::ffff:203.0.113.9'))).toBe('203.0.113.9');
  });

  test('is the nearest proxy where a header holds something else', () => {
    expect(exactAddress(request('junk'))).toBe('10.0.0.7');
    expect(exactAddress(request('junk', 'junk'))).toBe('0.0.0.0');
  });
});
