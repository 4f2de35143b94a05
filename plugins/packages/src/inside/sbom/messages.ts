import { message } from '@lading/contract';

export const messages = {
  sbomAbout: message(
    'packages.inside.sbomAbout',
    'What this version needs to run, with package URLs, licenses, and hashes. Dependencies are followed through the versions stored in repositories that you have permission to read. The rest is listed as unknown.',
  ),
  sbomFile: message('packages.inside.sbomFile', 'Download {format}'),
  attached: message('packages.inside.attached', 'Attached SBOMs'),
  attachedFailed: message('packages.inside.attachedFailed', 'Failed to load attached SBOMs'),
  attachedUnknown: message(
    'packages.inside.attachedUnknown',
    'Too many signatures and attestations to look for attached SBOMs.',
  ),
  noneAttached: message('packages.inside.noneAttached', 'No SBOM is attached to this version.'),
  notVerified: message(
    'packages.inside.attachedNotVerified',
    'As the SBOMs state it. Their signatures are not verified.',
  ),
  allAttached: message('packages.inside.allAttached', 'Signatures and SBOMs'),
  sbomNotRead: message('packages.inside.sbomNotRead', 'Failed to read the SBOM'),
  readSbom: message('packages.inside.readSbom', 'Show details of {name}'),
  readAgain: message('packages.inside.readAgain', 'Retry {name}'),
  packagesIn: message('packages.inside.packagesIn', 'packages: {count}'),
  graph: message('packages.inside.graph', 'Dependencies at every depth'),
  graphFailed: message('packages.inside.graphFailed', 'Failed to load the dependencies'),
  graphUnknown: message(
    'packages.inside.graphUnknown',
    'Unknown dependencies: packages of this type declare none.',
  ),
  graphEmpty: message('packages.inside.graphEmpty', 'This version declares no dependencies.'),
  graphTruncated: message('packages.inside.graphTruncated', 'Only the nearest dependencies are listed.'),
  dependency: message('packages.inside.dependency', 'Dependency'),
  depth: message('packages.inside.depth', 'Depth'),
  via: message('packages.inside.via', 'through {name}'),
  vulnerabilities: message('packages.inside.vulnerabilities', 'Vulnerabilities'),
  upgrade: message('packages.inside.upgrade', 'Nearest version without any'),
  ownUpgrade: message(
    'packages.inside.ownUpgrade',
    'This version has known vulnerabilities. The nearest stored version without any is',
  ),
  notStored: message('packages.inside.notStored', 'not stored'),
  noOwnUpgrade: message(
    'packages.inside.noOwnUpgrade',
    'This version has known vulnerabilities. No newer stored version is known to have none.',
  ),
  noUpgrade: message('packages.inside.noUpgrade', 'None stored'),
  more: message('packages.inside.more', 'Show more'),
} as const;
