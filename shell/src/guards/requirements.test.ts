import { LICENSE_RANK, type Requirement } from '@lading/contract';
import { describe, expect, it } from 'vitest';
import { type Facts, holds, licenseRank } from './requirements.ts';

const FACTS: Facts = {
  role: 'user',
  license: 'ENTERPRISE',
  supported: (feature) => feature === 'ON',
  available: (service) => service === 'xray',
  entitled: () => true,
  permits: () => true,
  cloud: false,
  project: 'dflt',
};

describe('a requirement', () => {
  it.each<[Requirement | undefined]>([
    [undefined],
    [{}],
    [{ role: 'anyone' }],
    [{ license: true }],
    [{ license: ['OSS', 'ENTERPRISE'] }],
    [{ features: ['ON'], withoutFeatures: ['OFF'] }],
    [{ services: ['xray'] }],
    [{ cloud: false }],
    [{ project: 'one' }],
  ])('holds: %j', (requires) => {
    expect(holds(requires, FACTS)).toBe(true);
  });

  it.each<[Requirement]>([
    [{ hidden: true }],
    [{ role: 'admin' }],
    [{ role: 'projectAdmin' }],
    [{ license: ['OSS'] }],
    [{ features: ['ON', 'OFF'] }],
    [{ withoutFeatures: ['ON'] }],
    [{ services: ['xray', 'mc'] }],
    [{ cloud: true }],
    [{ project: 'all' }],
  ])('does not hold: %j', (requires) => {
    expect(holds(requires, FACTS)).toBe(false);
  });

  it('requires a signed-in user if it specifies no role', () => {
    expect(holds(undefined, { ...FACTS, role: 'anyone' })).toBe(false);
    expect(holds({ role: 'anyone' }, { ...FACTS, role: 'anyone' })).toBe(true);
  });

  it('for a license is not met without one', () => {
    const none = { ...FACTS, license: undefined };
    expect(holds({ license: true }, none)).toBe(false);
    expect(holds({ license: ['OSS'] }, none)).toBe(false);
    expect(holds({}, none)).toBe(true);
  });
});

describe('licenses', () => {
  it('have ranks; no license has rank 0 [shell-10]', () => {
    expect(licenseRank({ license: undefined })).toBe(0);
    const ofRank = (rank: number) =>
      Object.entries(LICENSE_RANK).flatMap(([type, its]) => (its === rank ? [type] : []));
    expect([1, 2, 3, 4, 5].map(ofRank)).toEqual([
      ['OSS', 'CONAN', 'JCR'],
      ['COMMERCIAL', 'COMMERCIAL_X'],
      ['TRIAL'],
      ['EDGE', 'EDGE_TRIAL', 'ENTERPRISE', 'ENTERPRISE_X'],
      ['ENTERPRISE_PLUS', 'ENTERPRISE_PLUS_TRIAL'],
    ]);
    expect(Object.keys(LICENSE_RANK)).toHaveLength(12);
  });
});
