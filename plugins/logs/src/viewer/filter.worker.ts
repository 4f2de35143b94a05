import { type FilterRequest, LineMatcher } from './LineMatcher.ts';

const matcher = new LineMatcher(
  (result) => self.postMessage(result),
  () => new Promise((resolve) => setTimeout(resolve)),
);

self.onmessage = ({ data }: MessageEvent<FilterRequest>) => {
  void matcher.take(data);
};
