import { type Message, message } from '@lading/contract';
import type { DesiredFeature, Missing, Purpose, Role, StepName } from './answers.ts';

export const messages = {
  heading: message('onboarding.personalization.heading', 'Personalize'),
  about: message(
    'onboarding.personalization.about',
    'Answer a few questions to see relevant features first. Your answers stay on this platform.',
  ),
  progress: message('onboarding.personalization.progress', 'Step {number} of {count}'),
  begin: message('onboarding.personalization.begin', 'Start'),
  next: message('onboarding.personalization.next', 'Next'),
  send: message('onboarding.personalization.send', 'Send'),
  back: message('onboarding.personalization.back', 'Back'),
  hide: message('onboarding.personalization.hide', 'Not now'),
  artifactoryOnly: message('onboarding.personalization.artifactoryOnly', 'Artifactory only'),
  artifactoryOnlyMore: message(
    'onboarding.personalization.artifactoryOnlyMore',
    'Use packages and repositories only, and skip the questions.',
  ),
  company: message('onboarding.personalization.company', 'Company name'),
  ossProject: message('onboarding.personalization.ossProject', 'Open-source project'),
  otherRole: message('onboarding.personalization.otherRole', 'Your role'),
  sent: message('onboarding.personalization.sent', 'Thank you. Your answers are saved.'),
};

export const stepTitles: Readonly<Record<StepName, Message>> = {
  init: message('onboarding.step.init', 'Welcome'),
  purpose: message('onboarding.step.purpose', 'What do you use the platform for?'),
  details: message('onboarding.step.details', 'About you'),
  desiredFeatures: message('onboarding.step.features', 'What do you need?'),
};

export const missingTexts: Readonly<Record<Missing, Message>> = {
  purpose: message('onboarding.missing.purpose', 'Select a purpose'),
  companyName: message('onboarding.missing.company', 'Enter the name of your company'),
  role: message('onboarding.missing.role', 'Select a role'),
  otherRole: message('onboarding.missing.otherRole', 'Enter your role'),
  features: message('onboarding.missing.features', 'Select at least one feature'),
};

export const purposeNames: Readonly<Record<Purpose, Message>> = {
  Commercial: message('onboarding.purpose.commercial', 'Commercial'),
  Personal: message('onboarding.purpose.personal', 'Personal'),
};

export const roleNames: Readonly<Record<Role, Message>> = {
  'DevOps Engineer': message('onboarding.role.devops', 'DevOps Engineer'),
  'Software Developer': message('onboarding.role.developer', 'Software Developer'),
  'DevSecOps Engineer': message('onboarding.role.devsecops', 'DevSecOps Engineer'),
  Other: message('onboarding.role.other', 'Other'),
};

export const featureNames: Readonly<Record<DesiredFeature, Message>> = {
  'Binary management': message('onboarding.feature.binaries', 'Binary management'),
  'Team Administration': message('onboarding.feature.team', 'Team Administration'),
  'Single Sign On': message('onboarding.feature.sso', 'Single Sign On'),
  'Vulnerabilities Scanning': message('onboarding.feature.scanning', 'Vulnerabilities Scanning'),
  'License Compliance Checks': message('onboarding.feature.licenses', 'License Compliance Checks'),
  'CI/CD': message('onboarding.feature.ci', 'CI/CD'),
  'Container Registry': message('onboarding.feature.containers', 'Container Registry'),
  SBOM: message('onboarding.feature.sbom', 'SBOM'),
};
