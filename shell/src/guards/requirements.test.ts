import { LICENSE_RANK, type Requirement } from '@lading/contract';
import { describe, expect, it } from 'vitest';
import { type Facts, holds, licenceRank } from './requirements.ts';

const FACTS: Facts = {
  role: 'user',
  licence: 'ENTERPRISE',
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
    [{ licence: true }],
    [{ licence: ['OSS', 'ENTERPRISE'] }],
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
    [{ licence: ['OSS'] }],
    [{ features: ['ON', 'OFF'] }],
    [{ withoutFeatures: ['ON'] }],
    [{ services: ['xray', 'mc'] }],
    [{ cloud: true }],
    [{ project: 'all' }],
  ])('does not hold: %j', (requires) => {
    expect(holds(requires, FACTS)).toBe(false);
  });

  it('asks for a signed-in user where it says nothing of a role', () => {
    expect(holds(undefined, { ...FACTS, role: 'anyone' })).toBe(false);
    expect(holds({ role: 'anyone' }, { ...FACTS, role: 'anyone' })).toBe(true);
  });

  it('for a licence does not hold with none', () => {
    const none = { ...FACTS, licence: undefined };
    expect(holds({ licence: true }, none)).toBe(false);
    expect(holds({ licence: ['OSS'] }, none)).toBe(false);
    expect(holds({}, none)).toBe(true);
  });
});

describe('licences', () => {
  it('have their ranks; none has 0 [shell-10]', () => {
    expect(licenceRank({ licence: undefined })).toBe(0);
    expect(LICENSE_RANK).toEqual({
      OSS: 1,
      CONAN: 1,
      JCR: 1,
      COMMERCIAL: 2,
      COMMERCIAL_X: 2,
      TRIAL: 3,
      EDGE: 4,
      EDGE_TRIAL: 4,
      ENTERPRISE: 4,
      ENTERPRISE_X: 4,
      ENTERPRISE_PLUS: 5,
      ENTERPRISE_PLUS_TRIAL: 5,
    });
  });
});
