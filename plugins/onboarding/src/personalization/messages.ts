import { type Message, message } from '@lading/contract';
import type { DesiredFeature, Missing, Purpose, Role, StepName } from './answers.ts';

export const messages = {
  heading: message('onboarding.personalization.heading', 'Make it yours'),
  about: message(
    'onboarding.personalization.about',
    'A few questions, so that what you need comes first. The answers stay on this platform.',
  ),
  progress: message('onboarding.personalization.progress', 'Step {number} of {count}'),
  begin: message('onboarding.personalization.begin', 'Begin'),
  next: message('onboarding.personalization.next', 'Next'),
  send: message('onboarding.personalization.send', 'Send'),
  back: message('onboarding.personalization.back', 'Back'),
  hide: message('onboarding.personalization.hide', 'Not now'),
  artifactoryOnly: message('onboarding.personalization.artifactoryOnly', 'Artifactory only'),
  artifactoryOnlyMore: message(
    'onboarding.personalization.artifactoryOnlyMore',
    'Only packages and repositories are wanted here: nothing more is asked.',
  ),
  company: message('onboarding.personalization.company', 'Company name'),
  ossProject: message('onboarding.personalization.ossProject', 'Open-source project'),
  otherRole: message('onboarding.personalization.otherRole', 'Your role, in your words'),
  sent: message('onboarding.personalization.sent', 'Thank you. Your answers are kept.'),
};

export const stepTitles: Readonly<Record<StepName, Message>> = {
  init: message('onboarding.step.init', 'Welcome'),
  purpose: message('onboarding.step.purpose', 'What will you use it for?'),
  details: message('onboarding.step.details', 'Who are you?'),
  desiredFeatures: message('onboarding.step.features', 'What do you need?'),
};

export const missingTexts: Readonly<Record<Missing, Message>> = {
  purpose: message('onboarding.missing.purpose', 'Choose a purpose'),
  companyName: message('onboarding.missing.company', 'Type the name of your company'),
  role: message('onboarding.missing.role', 'Choose a role'),
  otherRole: message('onboarding.missing.otherRole', 'Say which role'),
  features: message('onboarding.missing.features', 'Choose one at least'),
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
