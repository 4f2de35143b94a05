import { type Static, Type } from '@sinclair/typebox';
import type { AheadRequest } from '../contributions/route.ts';
import type { PluginManifest } from '../plugin/manifest.ts';
import type { FailureClass } from '../plugin/state.ts';
import { nullable, oneOf, time } from './schemaKinds.ts';

export type { AheadRequest };

/**
 * Data in the page of the console. GET `/ui/…` contains two JSON blocks: the import map (`<script
 * type="systemjs-importmap">`, an `ImportMapDocument`) and `<script type="application/json"
 * id="lading-boot">`.
 */
export interface BootDocument {
  /** `/ui/` */
  base: string;
  /** Changes with the map, a manifest, or the console itself. */
  revision: string;
  /**
   * Contract version that the server validated the manifests with; absent if it did not. A browser
   * with the same version skips the validation.
   */
  validated?: string;
  /** In import map order. */
  plugins: BootPlugin[];
  /** Requests of this page, for the browser to send immediately. */
  ahead?: AheadRequest[];
  /** The page was requested with `?safe-mode`: the operator's map is ignored. */
  safeMode?: true;
  /** Number of the release set that the page was made of. */
  release?: number;
  /** Only when the server runs with `LADING_TEST_CLOCKS`; milliseconds. */
  test?: { chunkTimeout: number; mountTimeout: number };
  /** Only if the server runs with `LADING_DEV_ORIGIN` and a plugin of the map has that origin. */
  dev?: BootDevelopment;
  /** Only in pages of a session with a development override. */
  override?: BootOverride;
}

/** A development server that replaces one plugin in this page, if it responds. */
export interface BootOverride {
  /** NAME of `specifier`. */
  name: string;
  specifier: string;
  /** `http://localhost:5173` */
  origin: string;
  /** Until it expires, when the page was requested. */
  secondsLeft: number;
  /** The script that starts the page, and its hash. */
  boot: { address: string; integrity: string };
}

/** A plugin of the import map. */
export interface BootPlugin {
  /** NAME of `specifier`. */
  name: string;
  /** The version in its URL; empty if there is none. */
  version: string;
  /** Its name in the import map. */
  specifier: string;
  address: string;
  /** Hash of its manifest; empty if there is none. */
  hash: string;
  /** Why the server has excluded it from the contributions. */
  problem?: { class: FailureClass; cause: string };
  /** The version in the map that the server failed to load. This version is used instead. */
  replaces?: { address: string; class: FailureClass; cause: string };
  /**
   * The URL is from the operator's map or a release set, so that `?safe-mode` can help if the
   * plugin fails.
   */
  fromOperator?: true;
  /** The plugin is untrusted: pages show it in a sandboxed frame and don't load its code. */
  frame?: BootFrame;
}

/** Limits of an untrusted plugin. */
export interface BootFrame {
  /**
   * Paths that it can read from the console's API with `GET`: `*` is one segment, `**` at the end
   * one or more. Calls to its own backends and for its settings are always possible.
   */
  reads: readonly string[];
  /** Kinds of its contributions that are left out, because they need code in the page. */
  left: readonly string[];
}

/** Hot reload: modules of this origin are ES modules, loaded with the browser's own `import()`. */
export interface BootDevelopment {
  origin: string;
  /** An ES module to import before React DOM is evaluated. */
  preamble: string;
}

/** GET `/ui/importmap.json`, and the map in the page. */
export interface ImportMapDocument {
  imports: Record<string, string>;
  /** URL → `sha256-…`. */
  integrity: Record<string, string>;
}

/** GET `/ui/contributions/{revision}.json[?only=a,b]`: immutable; 404 for an unknown revision. */
export interface ContributionsDocument {
  /** By NAME; all plugins of the map, or the requested ones. */
  plugins: Record<string, PluginManifest>;
}

// The compiler requires a record to contain all classes.
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
    from: oneOf(['default', 'release', 'operator']),
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
    release: Type.Optional(Type.Integer({ description: 'Number of the active release set.' })),
    entries: Type.Array(ImportMapEntry),
    rejections: Type.Array(ImportMapRejection, { description: 'Rejected parts of the file.' }),
    failures: Type.Array(PluginLoadFailure, { description: 'Of the last 24 hours, newest first.' }),
  },
  { title: 'ImportMapStatus' },
);
