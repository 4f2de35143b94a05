import type { Message } from '@lading/contract';
import { makeObservable, observable, observableRef } from 'mobx';
import type { Deployer, DeployTarget } from '../formats/Deployer.ts';

export type UploadState = 'waiting' | 'sending' | 'done' | 'failed';

/** A file on its way. */
export class Upload {
  readonly id: number;
  readonly file: File;
  state: UploadState = 'waiting';
  /** 0 to 1. */
  progress = 0;
  /** Why it failed: a message of ours, or the platform's words. */
  failure: Message | string | undefined;
  /** As it is typed, for a format that asks for one. */
  folder = '';
  /** Repository and path. Fixed when the upload starts, whatever is selected for later files. */
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
