import { type Static, Type } from '@sinclair/typebox';
import type { AheadRequest } from '../contributions/route.ts';
import type { PluginManifest } from '../plugin/manifest.ts';
import type { FailureClass } from '../plugin/state.ts';
import { nullable, oneOf, time } from './schemaKinds.ts';

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

// A record makes the compiler demand every class.
const failureClasses: Record<FailureClass, true> = {
  ...{ network: true, http: true, integrity: true, evaluation: true, 'not-a-plugin': true },
  ...{ 'contract-version': true, 'duplicate-name': true, timeout: true, 'startup-request': true },
  ...{ bootstrap: true, mount: true, render: true, unmount: true },
};

export type ImportMapEntry = Static<typeof ImportMapEntry>;
export const ImportMapEntry = Type.Object(
  {
    specifier: Type.String(),
    address: nullable(Type.String({ description: 'Null: disabled by the operator.' })),
    from: oneOf(['default', 'operator']),
    version: Type.String(),
    problem: Type.Optional(
      Type.Object(
        { class: oneOf(Object.keys(failureClasses) as FailureClass[]), cause: Type.String() },
        { description: 'Reason why the URL could not be loaded.' },
      ),
    ),
    inService: Type.Optional(Type.String({ description: 'The URL that is used instead.' })),
  },
  { title: 'ImportMapEntry' },
);

export type ImportMapRejection = Static<typeof ImportMapRejection>;
export const ImportMapRejection = Type.Object(
  {
    specifier: Type.Optional(
      Type.String({ description: 'The rejected entry. Absent if the error is not in one entry.' }),
    ),
    line: Type.Integer({ description: 'From 1.' }),
    reason: Type.String(),
    whole: Type.Optional(
      Type.Unsafe<true>({
        type: 'boolean',
        description: 'The whole file is rejected. The last valid map stays active.',
      }),
    ),
  },
  { title: 'ImportMapRejection' },
);

/** A plugin that the server failed to load. */
export type PluginLoadFailure = Static<typeof PluginLoadFailure>;
export const PluginLoadFailure = Type.Object(
  {
    time: time('ISO 8601, UTC.'),
    detail: Type.String({ description: 'The plugin, its version, the class, and the cause.' }),
  },
  { title: 'PluginLoadFailure' },
);

/** GET `/ui/api/v1/lading/importmap`, for administrators: the active map, and rejected edits. */
export type ImportMapStatus = Static<typeof ImportMapStatus>;
export const ImportMapStatus = Type.Object(
  {
    revision: Type.String(),
    file: Type.String({ description: "The operator's file." }),
    present: Type.Boolean({ description: 'The file exists.' }),
    since: time('ISO 8601, UTC: when the active map was read.'),
    entries: Type.Array(ImportMapEntry),
    rejections: Type.Array(ImportMapRejection, { description: 'Rejected parts of the file.' }),
    failures: Type.Array(PluginLoadFailure, { description: 'Of the last 24 hours, newest first.' }),
  },
  { title: 'ImportMapStatus' },
);
