import { type Message, message } from '@lading/contract';

/** The domains of events, by the names that programs read. */
export const domainMessages: Readonly<Record<string, Message>> = {
  artifact: message('admin.webhooks.domain.artifact', 'Artifacts'),
  artifact_property: message('admin.webhooks.domain.artifact_property', 'Artifact properties'),
  docker: message('admin.webhooks.domain.docker', 'Docker images'),
  artifact_lifecycle: message('admin.webhooks.domain.artifact_lifecycle', 'Artifact lifecycle'),
  build: message('admin.webhooks.domain.build', 'Builds'),
  release_bundle: message('admin.webhooks.domain.release_bundle', 'Release bundles v1'),
  distribution: message('admin.webhooks.domain.distribution', 'Distribution'),
  artifactory_release_bundle: message(
    'admin.webhooks.domain.artifactory_release_bundle',
    'Release bundles on edge nodes',
  ),
  destination: message('admin.webhooks.domain.destination', 'Destinations'),
  release_bundle_v2: message('admin.webhooks.domain.release_bundle_v2', 'Release bundles v2'),
  release_bundle_v2_promotion: message(
    'admin.webhooks.domain.release_bundle_v2_promotion',
    'Release bundle v2 promotions',
  ),
  user: message('admin.webhooks.domain.user', 'Users'),
  policy: message('admin.webhooks.domain.policy', 'Policies'),
};
