import type { ServiceName } from '@lading/contract/rest';

/**
 * Versions of the services whose API this platform implements, independent of its own version.
 * Command-line clients query them and refuse to publish to older ones: a Go module needs
 * Artifactory 6.6.1. From 7.82.2 on, clients would send large files in parts, with calls that this
 * platform does not support. The console needs Artifactory 7.48.0 and Distribution 2.16.0 to
 * redirect `/bundles`.
 */
export const serviceVersions: Readonly<Partial<Record<ServiceName, string>>> & { artifactory: string } = {
  artifactory: '7.77.0',
  distribution: '2.20.0',
};
