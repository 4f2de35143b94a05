export type { ModuleFailure, ModuleFailureClass, ModuleLoader } from './moduleLoader.ts';
export type { Scheduler, SlotLifecycles } from './scheduler.ts';
export type { FramedModule, FrameStart, ManifestsRead, ShellModule, ShellStart } from './shellModule.ts';
