import { message } from '@lading/contract';

export const messages = {
  pipelines: message('search.absent.pipelines', 'Pipelines'),
  noPipelines: message('search.absent.noPipelines', 'Pipelines search is not available'),
  noPipelinesMore: message(
    'search.absent.noPipelinesMore',
    'The toolbar search is on, but this platform has no pipelines service.',
  ),
} as const;
