import { describe, expect, it } from 'vitest';
import { addressFault, networks } from './addresses.ts';

const strict = { allowPrivate: false, allowLoopback: false, allowed: networks([]) };
const everything = { allowPrivate: true, allowLoopback: true, allowed: networks(['0.0.0.0/0', '::/0']) };

describe('addressFault', () => {
  it.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '::ffff:8.8.8.8'])('allows %s', (address) => {
    expect(addressFault(address, strict)).toBeUndefined();
  });

  it.each([
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::169.254.169.254',
    '2002:a9fe:a9fe::1',
    '::169.254.169.254',
    '::ffff:0:169.254.169.254',
    '::2',
    'fe80::1',
    'fe80::1%eth0',
    'fd00:ec2::254',
    '100.100.100.200',
    '0.0.0.0',
    '::',
    '224.0.0.1',
    '255.255.255.255',
    'nonsense',
  ])('never allows %s', (address) => {
    expect(addressFault(address, everything)).toBeDefined();
  });

  it.each([
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.1',
    'fd12::1',
    '::ffff:10.0.0.1',
    '64:ff9b::10.0.0.1',
  ])('allows %s only if private networks are allowed', (address) => {
    expect(addressFault(address, strict)).toContain('private');
    expect(addressFault(address, { ...strict, allowPrivate: true })).toBeUndefined();
    expect(addressFault(address, { ...strict, allowLoopback: true })).toBeDefined();
  });

  it.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', '64:ff9b::127.0.0.1'])(
    'allows %s only if this machine is allowed',
    (address) => {
      expect(addressFault(address, { ...strict, allowPrivate: true })).toContain('this machine');
      expect(addressFault(address, { ...strict, allowLoopback: true })).toBeUndefined();
    },
  );

  it.each([
    '::ffff:0:127.0.0.1',
    '::ffff:0:8.8.8.8',
    '::8.8.8.8',
    '64:ff9b:1::8.8.8.8',
    '64:ff9b:1:7f00:0:100:808:808',
    '1::1',
    '100::1',
    '200::1',
    '1fff::1',
    '2001::1',
    '2001:db8::1',
    '2002:808:808::1',
    '3ffe::1',
    '3fff::1',
    '3fff:fff:ffff::1',
    '4000::1',
    '5f00::1',
    '8000::1',
    'f000::1',
    'fbff::1',
    'fec0::1',
  ])('allows %s only if the operator allows its network', (address) => {
    expect(addressFault(address, strict)).toBeDefined();
    expect(addressFault(address, { ...strict, allowLoopback: true })).toBeDefined();
    expect(addressFault(address, { ...everything, allowed: networks([`${address}/128`, '0.0.0.0/0']) })).toBe(
      undefined,
    );
  });

  it.each(['2000::1', '2600::1', '2a00:1450::1', '2620:4f:8000::1', '3ff0::1'])(
    'lets %s through',
    (address) => {
      expect(addressFault(address, strict)).toBeUndefined();
    },
  );

  it('allows private networks without other addresses that are not global', () => {
    const policy = { ...strict, allowPrivate: true };
    expect(addressFault('fd12::1', policy)).toBeUndefined();
    for (const address of ['5f00::1', '4000::1', '::ffff:0:10.0.0.1', '2002:a00:1::1'])
      expect(addressFault(address, policy)).toContain('not a global unicast address');
  });

  it('allows networks that the operator allows', () => {
    const allowed = networks(['127.0.0.0/8', '10.0.0.0/8']);
    expect(addressFault('127.0.0.1', { ...strict, allowed })).toBeUndefined();
    expect(addressFault('10.0.0.1', { ...strict, allowed })).toBeUndefined();
    expect(addressFault('192.168.0.1', { ...strict, allowed })).toBeDefined();
    const single = networks(['10.0.0.1', 'fd12::1']);
    expect(addressFault('10.0.0.1', { ...strict, allowed: single })).toBeUndefined();
    expect(addressFault('10.0.0.2', { ...strict, allowed: single })).toBeDefined();
    expect(addressFault('127.0.0.1', { ...strict, allowed: single })).toBeDefined();
    expect(addressFault('fd12::2', { ...strict, allowed: single })).toBeDefined();
    expect(addressFault('192.0.2.1', strict)).toContain('reserved');
    expect(addressFault('192.0.2.1', { ...strict, allowPrivate: true })).toBeUndefined();
  });
});
