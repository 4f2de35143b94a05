declare module 's3rver' {
  export interface ListOptions {
    delimiter?: string;
    prefix?: string;
    startAfter?: string;
    maxKeys?: number;
  }
  export interface List {
    objects: { key: string }[];
    commonPrefixes: string[];
    isTruncated: boolean;
  }
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    run(): Promise<{ port: number }>;
    readonly httpServer: import('node:http').Server;
    readonly store: {
      listObjects(bucket: string, options: ListOptions): Promise<List>;
    };
    close(): Promise<void>;
  }
}
