import type { Message } from '@lading/contract';
import type { RepositoryClass } from '../paths.ts';
import { messages } from './messages.ts';

/** Labels of repository classes. */
export const classMessages: Readonly<
  Record<RepositoryClass, Readonly<Record<'heading' | 'create' | 'none' | 'about', Message>>>
> = {
  local: {
    heading: messages.local,
    create: messages.newLocal,
    none: messages.noneLocal,
    about: messages.aboutLocal,
  },
  remote: {
    heading: messages.remote,
    create: messages.newRemote,
    none: messages.noneRemote,
    about: messages.aboutRemote,
  },
  virtual: {
    heading: messages.virtual,
    create: messages.newVirtual,
    none: messages.noneVirtual,
    about: messages.aboutVirtual,
  },
};
