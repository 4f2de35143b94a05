import type { Http } from '@lading/contract';
import type {
  FrameLook,
  FrameOutcome,
  FrameQuestion,
  FrameState,
  FrameTarget,
  NotifyLevel,
} from '../framed/protocol.ts';

/** Services of the page that a frame can use. Observable like those of the page. */
export interface FrameServices {
  readonly state: FrameState;
  readonly look: Omit<FrameLook, 'theme'>;
  /** Title of the frame for screen readers. */
  readonly title: string;
  readonly http: Pick<Http, 'text'>;
  go(target: FrameTarget): Promise<FrameOutcome>;
  notify(level: NotifyLevel, text: string): Promise<void>;
  confirm(question: FrameQuestion): Promise<boolean>;
  /** Asks before the user leaves, until it is called again. */
  unsaved(reason: string | undefined): void;
  /** The frame has ended. */
  end(): void;
}
