import { message } from '@lading/contract';

export const messages = {
  bundles: message('search.absent.bundles', 'Release Bundles'),
  noBundles: message('search.absent.noBundles', 'Release bundle search is not available'),
  noBundlesMore: message(
    'search.absent.noBundlesMore',
    'The license includes distribution, but no console plugin shows release bundles.',
  ),
  pipelines: message('search.absent.pipelines', 'Pipelines'),
  noPipelines: message('search.absent.noPipelines', 'Pipelines search is not available'),
  noPipelinesMore: message(
    'search.absent.noPipelinesMore',
    'The toolbar search is on, but this platform has no pipelines service.',
  ),
} as const;
