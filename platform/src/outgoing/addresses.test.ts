import { describe, expect, it } from 'vitest';
import { addressFault, networks } from './addresses.ts';

const strict = { allowPrivate: false, allowLoopback: false, allowed: networks([]) };
const everything = { allowPrivate: true, allowLoopback: true, allowed: networks(['0.0.0.0/0', '::/0']) };

describe('addressFault', () => {
  it.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '::ffff:8.8.8.8'])('lets %s through', (address) => {
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
    'fe80::1',
    'fe80::1%eth0',
    'fd00:ec2::254',
    '100.100.100.200',
    '0.0.0.0',
    '::',
    '224.0.0.1',
    '255.255.255.255',
    'nonsense',
  ])('never lets %s through', (address) => {
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
  ])('lets %s through only where private networks are allowed', (address) => {
    expect(addressFault(address, strict)).toContain('private');
    expect(addressFault(address, { ...strict, allowPrivate: true })).toBeUndefined();
    expect(addressFault(address, { ...strict, allowLoopback: true })).toBeDefined();
  });

  it.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', '2002:7f00:1::'])(
    'lets %s through only where this machine is allowed',
    (address) => {
      expect(addressFault(address, { ...strict, allowPrivate: true })).toContain('this machine');
      expect(addressFault(address, { ...strict, allowLoopback: true })).toBeUndefined();
    },
  );

  it('lets through what the operator allows', () => {
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
