/** Who a guide is rendered for; as `ClientTarget` of the contract. */
export interface GuideTarget {
  packageType: string;
  client: string;
  repoKey: string;
  repoClass: 'local' | 'virtual';
  baseUrl: string;
  user: string;
  /** Empty for an anonymous user. */
  token: string;
  canDeploy: boolean;
  system: 'linux';
  package?: { name: string; version?: string; path?: string };
}

/** As `ClientStep` of the contract. */
export interface GuideStep {
  part?: 'setUp' | 'install' | 'publish';
  why: { text: string };
  command: string;
  file?: string;
}

interface Guides {
  clientSteps: (target: GuideTarget) => readonly GuideStep[];
  clientsOf: (type: string) => readonly { id: string; label: string }[];
  GUIDES: Readonly<Record<string, unknown>>;
}

/**
 * Loads the guides that the console shows. The server knows no plugin: only the test that runs the commands does, and
 * by the address of the file.
 */
export async function loadGuides(): Promise<Guides> {
  const source = new URL('../../../../plugins/packages/src/formats/guides.ts', import.meta.url);
  return (await import(source.href)) as Guides;
}
