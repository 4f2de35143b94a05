import { type Static, Type } from '@sinclair/typebox';
import { oneOf } from './schemaKinds.ts';

/** POST `/ui/api/v1/ui/views/dockerv2`: the layers of the image of a tag or a manifest. */
export type DockerLayersRequest = Static<typeof DockerLayersRequest>;
export const DockerLayersRequest = Type.Object(
  {
    view: oneOf(['dockerv2']),
    repoKey: Type.String(),
    path: Type.String({
      description: "The version's lead file, `alpine/3.20/manifest.json`, or its folder.",
    }),
  },
  { title: 'DockerLayersRequest' },
);

/** The configuration of an image, in addition to ports, volumes, and labels. Untrusted. */
export type DockerConfig = Static<typeof DockerConfig>;
export const DockerConfig = Type.Object(
  {
    user: Type.String({ description: 'Empty: root.' }),
    workingDir: Type.String(),
    entrypoint: Type.Array(Type.String()),
    command: Type.Array(Type.String()),
    env: Type.Array(Type.Object({ key: Type.String(), value: Type.String() }), {
      description: 'In their order. The value can be empty.',
    }),
    stopSignal: Type.String(),
  },
  { title: 'DockerConfig' },
);

export type DockerTagInfo = Static<typeof DockerTagInfo>;
export const DockerTagInfo = Type.Object(
  {
    title: Type.String({ description: '`alpine:3.20`; of an index with the platform.' }),
    digest: Type.String({ description: 'Of the manifest at the path.' }),
    totalSize: Type.Integer({ description: 'Of all layers and the configuration, in stored bytes.' }),
    ports: Type.Array(Type.String({ description: '`8080/tcp`.' })),
    volumes: Type.Array(Type.String()),
    labels: Type.Array(Type.Object({ key: Type.String(), value: Type.String() })),
    platform: Type.Optional(Type.String({ description: 'Of the image: `linux/arm64/v8`. Absent: unknown.' })),
    config: Type.Optional(DockerConfig),
    platforms: Type.Optional(
      Type.Array(Type.Object({ name: Type.String(), digest: Type.String() }), {
        description:
          'Of an index. The layers of one platform are at `{image}/_manifests/{algorithm}__{hex}.json`.',
      }),
    ),
  },
  { title: 'DockerTagInfo' },
);

/** A step of the build; a step without a file has no digest, and size 0. */
export type DockerLayer = Static<typeof DockerLayer>;
export const DockerLayer = Type.Object(
  {
    id: Type.String({ description: 'Unique in the image.' }),
    shortId: Type.String(),
    digest: Type.String(),
    size: Type.Integer({ description: 'In stored bytes.' }),
    created: Type.String({ description: 'ISO 8601; empty if unknown.' }),
    command: Type.String({ description: '`RUN`, `COPY`; empty if unknown.' }),
    commandText: Type.String({ description: 'The rest of the command.' }),
  },
  { title: 'DockerLayer' },
);

export type DockerLayers = Static<typeof DockerLayers>;
export const DockerLayers = Type.Object(
  {
    tagInfo: DockerTagInfo,
    blobsInfo: Type.Array(DockerLayer, { description: 'In the order of the build.' }),
  },
  { title: 'DockerLayers' },
);
