import type { FrameState } from '../framed/protocol.ts';

/** What a page tells the frame of the plugin `tide` in a test. */
export const FRAME_STATE: FrameState = {
  user: undefined,
  role: 'user',
  license: 'OSS',
  unlicensed: false,
  features: ['COMMON.TIDE'],
  services: [['artifactory', '7.77.0']],
  servicesKnown: true,
  entitlements: [],
  scanning: [],
  cloud: false,
  project: undefined,
  online: true,
  recoveries: 0,
  paused: false,
  place: { pathname: '/tide', search: '', hash: '', key: 'a' },
};
