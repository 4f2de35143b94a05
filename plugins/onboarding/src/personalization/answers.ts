/** The steps in order. */
export const STEPS = ['init', 'purpose', 'details', 'desiredFeatures'] as const;
export type StepName = (typeof STEPS)[number];

export const PURPOSES = ['Commercial', 'Personal'] as const;
export type Purpose = (typeof PURPOSES)[number];

export const ROLES = ['DevOps Engineer', 'Software Developer', 'DevSecOps Engineer', 'Other'] as const;
export type Role = (typeof ROLES)[number];

export const FEATURES = [
  'Binary management',
  'Team Administration',
  'Single Sign On',
  'Vulnerabilities Scanning',
  'License Compliance Checks',
  'CI/CD',
  'Container Registry',
  'SBOM',
] as const;
export type DesiredFeature = (typeof FEATURES)[number];

/** Answers of each step. */
export interface Answers {
  readonly init: Record<never, never>;
  readonly purpose: { readonly purpose?: Purpose };
  readonly details: {
    readonly companyName: string;
    readonly ossProjectName: string;
    readonly role?: Role;
    readonly otherRole: string;
  };
  readonly desiredFeatures: { readonly features: readonly DesiredFeature[] };
}

export interface Step<Name extends StepName> {
  readonly stepDataObject: Answers[Name];
  readonly isCompleted: boolean;
  readonly isValid: boolean;
}
export type Steps = { readonly [Name in StepName]: Step<Name> };

/** A required field without an answer, named after its message. */
export type Missing = 'purpose' | 'companyName' | 'role' | 'otherRole' | 'features';

export function missingOf(
  step: StepName,
  { purpose, details, desiredFeatures }: Pick<Answers, 'purpose' | 'details' | 'desiredFeatures'>,
): readonly Missing[] {
  const missing: Missing[] = [];
  if (step === 'purpose' && !purpose.purpose) missing.push('purpose');
  if (step === 'details') {
    if (purpose.purpose === 'Commercial' && details.companyName.trim() === '') missing.push('companyName');
    if (!details.role) missing.push('role');
    if (details.role === 'Other' && details.otherRole.trim() === '') missing.push('otherRole');
  }
  if (step === 'desiredFeatures' && desiredFeatures.features.length === 0) missing.push('features');
  return missing;
}
