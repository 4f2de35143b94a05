import type { Message } from '@lading/contract';
import { makeObservable, observable, observableRef } from 'mobx';
import type { Deployer, DeployTarget } from '../formats/Deployer.ts';

export type UploadState = 'waiting' | 'sending' | 'done' | 'failed';

/** A file that is published, and its progress. */
export class Upload {
  readonly id: number;
  readonly file: File;
  state: UploadState = 'waiting';
  /** From 0 to 1. */
  progress = 0;
  /** Reason of the failure: a message of the console, or the error message of the platform. */
  failure: Message | string | undefined;
  /** Target directory as typed, for formats that require one. */
  folder = '';
  /** Repository and path. Fixed when the upload starts: a later selection does not change them. */
  bound: { readonly deployer: Deployer; readonly target: DeployTarget } | undefined;

  constructor(id: number, file: File) {
    this.id = id;
    this.file = file;
    makeObservable(this, {
      state: observable,
      progress: observable,
      failure: observableRef,
      folder: observable,
      bound: observableRef,
    });
  }
}
