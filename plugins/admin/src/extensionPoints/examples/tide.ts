import type {
  ClientStep,
  ClientTarget,
  DashboardWidgetProps,
  NodeTabProps,
  PackageTabProps,
  PluginLifecycles,
  SignInDialogProps,
  Texts,
} from '@lading/contract';
import type { FunctionComponent } from 'react';

/** The modules that the examples load. They exist only so that the examples are type-checked. */
declare const missing: never;

export const TidePage: FunctionComponent = missing;
export const LevelsWidget: FunctionComponent<DashboardWidgetProps> = missing;
export const LevelsTab: FunctionComponent<PackageTabProps> = missing;
export const DepthTab: FunctionComponent<NodeTabProps> = missing;
export const SignIn: FunctionComponent<SignInDialogProps> = missing;
export const now: PluginLifecycles = missing;
export const texts: Texts = missing;
export const steps: (target: ClientTarget) => readonly ClientStep[] = missing;
