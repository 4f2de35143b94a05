import { message } from '@lading/contract';

export const messages = {
  title: message('bundles.evidence.title', 'Evidence'),
  failed: message('bundles.evidence.failed', 'Failed to load the attestations'),
  about: message(
    'bundles.evidence.about',
    'Attestations about artifacts of this version, exactly as they were attached, such as the provenance of a build (in-toto, SLSA).',
  ),
  none: message('bundles.evidence.none', 'No attestations are attached.'),
  verified: message('bundles.evidence.verified', 'Verified with the key {key}'),
  unverified: message('bundles.evidence.unverified', 'Not verified: no trusted key has signed it'),
  facts: message(
    'bundles.evidence.facts',
    '{count, plural, one {About # artifact} other {About # artifacts}}',
  ),
  builder: message('bundles.evidence.builder', 'Built by {builder}'),
  download: message('bundles.evidence.download', 'Download'),
  downloadNamed: message('bundles.evidence.downloadNamed', 'Download {type}'),
  statement: message('bundles.evidence.statement', 'Signed statement'),
  openPgp: message('bundles.evidence.openPgp', 'OpenPGP signature'),
  attestation: message('bundles.evidence.attestation', 'DSSE attestation'),
  attach: message('bundles.evidence.attach', 'Attach attestation'),
  attached: message('bundles.evidence.attached', 'Attestation attached.'),
  attachFailed: message('bundles.evidence.attachFailed', 'Failed to attach {file}: {cause}'),
  notJson: message('bundles.evidence.notJson', 'The file is not a DSSE envelope. Expected JSON.'),
  keys: message('bundles.evidence.keys', 'Attestation keys'),
  keysAbout: message(
    'bundles.evidence.keysAbout',
    'Attestations count as verified if one of these keys has signed them.',
  ),
  keysFailed: message('bundles.evidence.keysFailed', 'Failed to load the attestation keys'),
  noKeys: message('bundles.evidence.noKeys', 'No keys yet. Until you add one, no attestation is verified.'),
  keyName: message('bundles.evidence.keyName', 'Name of the system'),
  publicKey: message('bundles.evidence.publicKey', 'Public key'),
  publicKeyHelp: message(
    'bundles.evidence.publicKeyHelp',
    'Ed25519, ECDSA, or RSA, in PEM format, such as cosign.pub.',
  ),
  addKey: message('bundles.evidence.addKey', 'Add key'),
  keyAdded: message('bundles.evidence.keyAdded', 'Attestation key {name} added.'),
  removeKey: message('bundles.evidence.removeKey', 'Remove'),
  removeKeyTitle: message('bundles.evidence.removeKeyTitle', 'Remove the key {name}?'),
  removeKeyText: message(
    'bundles.evidence.removeKeyText',
    'Its attestations no longer count for promotion conditions.',
  ),
  keyFailed: message('bundles.evidence.keyFailed', 'The request failed: {cause}'),
  required: message('bundles.evidence.required', 'Required attestations'),
  requiredHelp: message(
    'bundles.evidence.requiredHelp',
    'Predicate types, one per line, such as https://slsa.dev/provenance/v1. All artifacts of a version need a verified attestation of each type.',
  ),
  requiredMet: message('bundles.evidence.requiredMet', 'All artifacts have a verified attestation {type}'),
  requiredUnmet: message(
    'bundles.evidence.requiredUnmet',
    '{count, plural, one {# artifact has} other {# artifacts have}} no verified attestation {type}',
  ),
} as const;
