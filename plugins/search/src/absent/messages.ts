import { message } from '@lading/contract';

export const messages = {
  bundles: message('search.absent.bundles', 'Release Bundles'),
  noBundles: message('search.absent.noBundles', 'Release bundles cannot be searched here yet'),
  noBundlesMore: message(
    'search.absent.noBundlesMore',
    'Distribution is licensed, but no plug-in of this console shows release bundles.',
  ),
  pipelines: message('search.absent.pipelines', 'Pipelines'),
  noPipelines: message('search.absent.noPipelines', 'Pipelines cannot be searched here yet'),
  noPipelinesMore: message(
    'search.absent.noPipelinesMore',
    'The toolbar search is on, but no pipelines service runs on this platform.',
  ),
} as const;
