import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { median } from '../harness/stats.mjs';

const source = fileURLToPath(new URL('../../shell/src/menu/rules.ts', import.meta.url));

/**
 * Milliseconds that the menus' rules take over `count` items: the first time, and the median of 200
 * more.
 */
export async function timeRules(count) {
  const { judge } = await rules();
  const items = Array.from({ length: count }, (_, index) => ({
    path: `/place-${index}`,
    requires: REQUIREMENTS[index % REQUIREMENTS.length],
    needsScreen: index % 5 === 0,
    disabled: index % 7 === 0,
  }));
  const run = () => {
    const started = performance.now();
    for (const item of items) judge(item, FACTS);
    return performance.now() - started;
  };
  const first = run();
  return { items: count, first, median: median(Array.from({ length: 200 }, run)) };
}

const REQUIREMENTS = [
  undefined,
  { role: 'admin' },
  { license: ['ENTERPRISE', 'ENTERPRISE_PLUS'], features: ['COMMON.COLD_STORAGE'] },
  { services: ['xray', 'distribution'], cloud: false },
  { project: 'one', withoutFeatures: ['COMMON.JCR'] },
];
const FEATURES = new Set(['COMMON.COLD_STORAGE', 'COMMON.NEW_ONBOARDING']);
const SERVICES = new Set(['artifactory', 'access', 'metadata', 'xray', 'distribution']);
const FACTS = {
  role: 'admin',
  license: 'ENTERPRISE_PLUS',
  supported: (feature) => FEATURES.has(feature),
  available: (service) => SERVICES.has(service),
  entitled: () => true,
  permits: () => true,
  creatable: () => true,
  cloud: false,
  project: 'dflt',
  quickActionVisible: true,
  profilePassword: true,
  subscriptionUrl: undefined,
  interface: 'new',
  answered: (path) => path.endsWith('0'),
};

/** The rules without the rest of the shell, in the form of the console's build. */
async function rules() {
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    write: false,
    format: 'esm',
    conditions: ['@lading/source'],
    minify: true,
  });
  const [{ text }] = outputFiles;
  return import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
}
