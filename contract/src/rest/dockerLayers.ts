/** POST `/ui/api/v1/ui/views/dockerv2`: the layers of the image that a tag or a manifest stands for. */
export interface DockerLayersRequest {
  view: 'dockerv2';
  repoKey: string;
  /** The version's lead file, `alpine/3.20/manifest.json`, or its folder. */
  path: string;
}

export interface DockerLayers {
  tagInfo: DockerTagInfo;
  /** In the order in which the image was built. */
  blobsInfo: DockerLayer[];
}

export interface DockerTagInfo {
  /** `alpine:3.20`; of an index with the platform that is shown. */
  title: string;
  /** Of the manifest that the path names. */
  digest: string;
  /** Of all layers and the configuration, in bytes, as they are stored. */
  totalSize: number;
  /** `8080/tcp`. */
  ports: string[];
  volumes: string[];
  labels: { key: string; value: string }[];
  /** Own: for what the image that is shown was built, `linux/arm64/v8`; left out where nothing says it. */
  platform?: string;
  /** Own: how a container of the image runs. Left out where there is no configuration. */
  config?: DockerConfig;
  /** Own: of an index, for what it has images; one's layers are at `{image}/_manifests/{algorithm}__{hex}.json`. */
  platforms?: { name: string; digest: string }[];
}

/** What the configuration of an image says, beside ports, volumes, and labels. Untrusted. */
export interface DockerConfig {
  /** Empty: root. */
  user: string;
  workingDir: string;
  entrypoint: string[];
  command: string[];
  /** In their order; the value is empty where only a name is given. */
  env: { key: string; value: string }[];
  stopSignal: string;
}

/** A step of the build; one that changed no file has no digest, and size 0. */
export interface DockerLayer {
  /** No two steps of an image share one. */
  id: string;
  shortId: string;
  digest: string;
  /** In bytes, as it is stored. */
  size: number;
  /** ISO 8601; empty where it is not said. */
  created: string;
  /** `RUN`, `COPY`; empty where it is not known. */
  command: string;
  /** What follows the command. */
  commandText: string;
}
