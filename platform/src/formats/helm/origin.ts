import { bytesOfBlob } from '../../archives/ArchiveBytes.ts';
import { type Origin, peopleOf, sourcePage, webPage } from '../../packages/about/Origin.ts';
import type { OriginOf } from '../../packages/about/origins.ts';
import { readChart } from './chart.ts';

/** Reads the origin from the chart's Chart.yaml. */
export async function chartOrigin({ file }: OriginOf): Promise<Origin> {
  const { home, sources, maintainers } = (await readChart(bytesOfBlob(file), { foreign: true })).fields;
  return {
    maintainers: peopleOf(maintainers),
    homepage: webPage(home),
    source: sourcePage([sources].flat()[0]),
  };
}
