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
  /**
   * The contract version by which the server validated the manifests; absent where it did not. A browser with the same
   * version doesn't validate them again.
   */
  validated?: string;
  /** In the map's order. */
  plugins: BootPlugin[];
  /** Calls that this page will need, for the browser to make at once. */
  ahead?: AheadRequest[];
  /** The page was requested with `?safe-mode`: the operator's map is ignored. */
  safeMode?: true;
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
  /** The version in the map that the server failed to load. This version is used in its place. */
  replaces?: { address: string; class: FailureClass; cause: string };
  /** The address comes from the operator's map, so `?safe-mode` can help where the plugin fails. */
  fromOperator?: true;
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
  /** The parts of the file that are rejected. The entries before them stay in service. */
  rejections: ImportMapRejection[];
  /** What the server failed to load in the last 24 hours, newest first. */
  failures: PluginLoadFailure[];
}

export interface ImportMapRejection {
  /** The rejected entry. Absent when the error is not in one entry. */
  specifier?: string;
  /** Counts from 1. */
  line: number;
  reason: string;
  /** The whole file is rejected, so the last good map is in service. */
  whole?: true;
}

/** A plugin that the server failed to load. */
export interface PluginLoadFailure {
  /** ISO 8601 in UTC. */
  time: string;
  /** The plugin, its version, the class and the cause, in one sentence. */
  detail: string;
}

export interface ImportMapEntry {
  specifier: string;
  /** `null`: turned off by the operator. */
  address: string | null;
  from: 'default' | 'operator';
  version: string;
  /** Why the address could not be loaded. */
  problem?: { class: FailureClass; cause: string };
  /** The address that is used in place of one that could not be loaded. */
  inService?: string;
}
