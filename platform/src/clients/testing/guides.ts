/** Values for rendering a guide; like `ClientTarget` of the contract. */
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

/** Like `ClientStep` of the contract. */
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
 * Loads the guides of the console. The server depends on no plugin: only this test imports one, by
 * file URL.
 */
export async function loadGuides(): Promise<Guides> {
  const source = new URL('../../../../plugins/packages/src/formats/guides.ts', import.meta.url);
  return (await import(source.href)) as Guides;
}
