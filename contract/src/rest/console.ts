import type { AheadRequest } from '../contributions/route.ts';
import type { PluginManifest } from '../plugin/manifest.ts';
import type { FailureClass } from '../plugin/state.ts';

export type { AheadRequest };

/**
 * How the console reaches the browser. The page, GET `/ui/…`, carries two JSON blocks: the import map
 * (`<script type="systemjs-importmap">`, an `ImportMapDocument`) and `<script type="application/json" id="lading-boot">`.
 */
export interface BootDocument {
  /** `/ui/` */
  base: string;
  /** Changes whenever the map, a manifest or the console itself does. */
  revision: string;
  /** In the map's order. */
  plugins: BootPlugin[];
  /** Calls that this page will need, for the browser to make at once. */
  ahead?: AheadRequest[];
  /** Only when the server runs with `LADING_TEST_CLOCKS`; milliseconds. */
  test?: { chunkTimeout: number; mountTimeout: number };
  /** Only when the server runs with `LADING_DEV_ORIGIN` and a plug-in of the map comes from there. */
  dev?: BootDevelopment;
}

/** A plug-in of the import map. */
export interface BootPlugin {
  /** NAME of `specifier`. */
  name: string;
  /** As its address says; empty where that says none. */
  version: string;
  /** Its name in the import map. */
  specifier: string;
  address: string;
  /** Of its manifest; empty when there is none. */
  hash: string;
  /** Why the server has left it out: it is not in the contributions. */
  problem?: { class: FailureClass; cause: string };
}

/** Hot reload: modules of this origin are ES modules, fetched by the browser's own `import()`. */
export interface BootDevelopment {
  origin: string;
  /** An ES module to import before React DOM is evaluated. */
  preamble: string;
}

/** GET `/ui/importmap.json`, and the map in the page. */
export interface ImportMapDocument {
  imports: Record<string, string>;
  /** Address → `sha384-…`. */
  integrity: Record<string, string>;
}

/** GET `/ui/contributions/{revision}.json[?only=a,b]`: immutable; 404 for a revision that is not known. */
export interface ContributionsDocument {
  /** By NAME; all that the map holds, or those asked for. */
  plugins: Record<string, PluginManifest>;
}

/** GET `/ui/api/v1/lading/importmap`, for administrators: which map is in service, and what was refused. */
export interface ImportMapStatus {
  revision: string;
  /** The operator's file, and whether it is there. */
  file: string;
  present: boolean;
  /** ISO 8601 in UTC: when the map in service was read. */
  since: string;
  entries: ImportMapEntry[];
  /** Why the file's last edit was refused; the map before it stays in service. */
  refused?: { line: number; reason: string };
}

export interface ImportMapEntry {
  specifier: string;
  /** `null`: turned off by the operator. */
  address: string | null;
  from: 'default' | 'operator';
  version: string;
  problem?: { class: FailureClass; cause: string };
}
