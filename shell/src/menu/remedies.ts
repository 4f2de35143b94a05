import { message, type Requirement, type ServiceName } from '@lading/contract';
import { type Say, sayInEnglish } from '../language/say.ts';
import type { Facts } from './facts.ts';

const remedies = {
  turnOn: message(
    'shell.remedy.turnOn',
    'It is turned off. Server administrators can turn it on with the setting {setting}.',
  ),
  turnOff: message(
    'shell.remedy.turnOff',
    'Server administrators can turn it off with the setting {setting}.',
  ),
  notIncluded: message('shell.remedy.notIncluded', 'This server does not include it.'),
  license: message('shell.remedy.license', 'Administrators can install another license.'),
  project: message('shell.remedy.project', 'Select a project in the header.'),
  allProjects: message('shell.remedy.allProjects', 'Select all projects in the header.'),
} as const;

const FEATURES = 'LADING_FEATURES';
/** Settings that turn services on. This server does not include other services. */
const SERVICE_SETTINGS: Readonly<Partial<Record<ServiceName, string>>> = {
  xray: 'LADING_SCANNING',
  distribution: 'LADING_DISTRIBUTION',
};

const sayIn = ({ say = sayInEnglish }: Facts): Say => say;

/** Remedies by rule name: the role that can meet the requirement, and the setting. */
export const REMEDIES: Readonly<Record<string, (requires: Requirement, facts: Facts) => string>> = {
  license: (_requires, facts) => sayIn(facts)(remedies.license),
  'license type': (_requires, facts) => sayIn(facts)(remedies.license),
  entitlements: (_requires, facts) => sayIn(facts)(remedies.license),
  'new set-me-up': (_requires, facts) => sayIn(facts)(remedies.turnOn, { setting: FEATURES }),
  features: (_requires, facts) => sayIn(facts)(remedies.turnOn, { setting: FEATURES }),
  'hiding features': (_requires, facts) => sayIn(facts)(remedies.turnOff, { setting: FEATURES }),
  services: ({ services = [] }, facts) => {
    const missing = services.filter((name) => !facts.available(name));
    const settings = missing.flatMap((name) => SERVICE_SETTINGS[name] ?? []);
    if (settings.length < missing.length) return sayIn(facts)(remedies.notIncluded);
    return sayIn(facts)(remedies.turnOn, { setting: settings.join(', ') });
  },
  project: ({ project }, facts) => sayIn(facts)(project === 'one' ? remedies.project : remedies.allProjects),
};
