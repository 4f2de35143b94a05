/** Where somebody is on the way into the console, or out of it. */
export type Step =
  /** Nobody is known; a form or a provider's button may be used. */
  | 'signedOut'
  /** The platform looks at a name and a password. */
  | 'checking'
  /** The password is right, but has expired. */
  | 'changing'
  /** The password is right; a second factor is set up. */
  | 'enrolling'
  /** The second factor is set up; its recovery codes are shown this once. */
  | 'keepingCodes'
  /** The password is right; a one-time code is asked for. */
  | 'asked'
  /** The browser is on its way to a provider. */
  | 'atProvider'
  /** An invitation holds: a first password is chosen. */
  | 'invited'
  /** The platform has accepted; the application starts. */
  | 'finishing'
  | 'signedIn';

/** What brings somebody from one step to another. */
export type Happening =
  | 'submitted'
  | 'refused'
  | 'expired'
  | 'mustEnroll'
  | 'mustVerify'
  | 'accepted'
  | 'enrolled'
  | 'codesKept'
  /** The session that waited for a second factor is gone. */
  | 'notPending'
  | 'sentToProvider'
  | 'invitationHeld'
  /** The browser has a session already. */
  | 'known'
  | 'finished'
  /** A page was opened by its address, in the middle of the way. */
  | 'openedChange'
  | 'openedEnrolment'
  | 'openedCode'
  /** Back at the form. */
  | 'began';

type Ways = Readonly<Partial<Record<Happening, Step>>>;

/** Every transition there is. What does not stand here does not happen: a form that is sent twice is sent once. */
export const TRANSITIONS: Readonly<Record<Step, Ways>> = {
  signedOut: {
    submitted: 'checking',
    known: 'finishing',
    sentToProvider: 'atProvider',
    invitationHeld: 'invited',
    openedChange: 'changing',
    openedEnrolment: 'enrolling',
    openedCode: 'asked',
  },
  checking: {
    refused: 'signedOut',
    expired: 'changing',
    mustEnroll: 'enrolling',
    mustVerify: 'asked',
    accepted: 'finishing',
  },
  changing: { submitted: 'checking', accepted: 'finishing', began: 'signedOut' },
  enrolling: { enrolled: 'keepingCodes', notPending: 'signedOut', began: 'signedOut' },
  keepingCodes: { codesKept: 'finishing', began: 'signedOut' },
  asked: { accepted: 'finishing', notPending: 'signedOut', began: 'signedOut' },
  atProvider: { accepted: 'finishing', refused: 'signedOut', began: 'signedOut' },
  invited: { submitted: 'checking', began: 'signedOut' },
  finishing: { finished: 'signedIn' },
  signedIn: { began: 'signedOut' },
};

/** Where that leads; `undefined`: it cannot happen here. */
export function after(step: Step, happening: Happening): Step | undefined {
  return TRANSITIONS[step][happening];
}
