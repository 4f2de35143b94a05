import { expect, it } from 'vitest';
import { packageAddress, partsOfPackageId } from './packageAddress.ts';

it('puts an id with slashes into one segment [pkg-01]', () => {
  expect(packageAddress('npm://@scope/name', '1.0.0+build/1')).toBe(
    '/packages/npm%3A%2F%2F%40scope%2Fname/1.0.0%2Bbuild%2F1',
  );
});

it('tells type and name of an id apart', () => {
  expect(partsOfPackageId('npm://@scope/name')).toEqual({ type: 'npm', name: '@scope/name' });
  expect(partsOfPackageId('gav://org.acme:lib')).toEqual({ type: 'maven', name: 'org.acme:lib' });
  expect(partsOfPackageId('left-pad')).toEqual({ type: '', name: 'left-pad' });
});

it('knows the type of an id that is written by another of its names [pkg-13]', () => {
  expect(partsOfPackageId('go://example.org/lamp')).toEqual({ type: 'golang', name: 'example.org/lamp' });
  expect(partsOfPackageId('gems://rope')).toEqual({ type: 'rubygems', name: 'rope' });
});
