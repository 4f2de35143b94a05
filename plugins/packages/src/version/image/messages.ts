import { message } from '@lading/contract';

export const messages = {
  referrersFailed: message('packages.image.referrersFailed', 'Failed to load signatures and SBOMs'),
  noReferrers: message('packages.image.noReferrers', 'No signatures, SBOMs, or attestations'),
  noReferrersMore: message(
    'packages.image.noReferrersMore',
    'They appear here when they are pushed to this repository, for example by cosign, oras, or docker buildx. Upstreams are not queried.',
  ),
  notVerified: message(
    'packages.image.notVerified',
    'As stated by their authors. Signatures are listed here, not verified: verify them with the client that signed the image, such as cosign verify.',
  ),
  moreReferrers: message('packages.image.moreReferrers', 'Only the first {count} are shown.'),
  signature: message('packages.image.signature', 'Signature'),
  sbom: message('packages.image.sbom', 'SBOM'),
  attestation: message('packages.image.attestation', 'Attestation'),
  other: message('packages.image.other', 'Other'),
  platform: message('packages.image.platform', 'Platform'),
  created: message('packages.image.created', 'Created'),
  size: message('packages.image.size', 'Size'),
  digest: message('packages.image.digest', 'Digest'),
  annotations: message(
    'packages.image.annotations',
    '{count, plural, one {# annotation} other {# annotations}}',
  ),
  format: message('packages.image.format', 'Format'),
  tool: message('packages.image.tool', 'Tool'),
  packages: message('packages.image.packages', 'Packages'),
  predicate: message('packages.image.predicate', 'Predicate'),
  builder: message('packages.image.builder', 'Builder'),
  source: message('packages.image.source', 'Source'),
  identity: message('packages.image.identity', 'Identity'),
} as const;
