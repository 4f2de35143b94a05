export type { ModuleFailure, ModuleFailureClass, ModuleLoader } from './moduleLoader.ts';
export type { Scheduler, SlotLifecycles } from './scheduler.ts';
export type { ManifestsRead, ShellModule, ShellStart } from './shellModule.ts';
