/** Step of a sign-in or sign-out. */
export type Step =
  /** No user is known; a form or a provider button can be used. */
  | 'signedOut'
  /** The platform checks a user name and a password. */
  | 'checking'
  /** The password is correct but has expired. */
  | 'changing'
  /** The password is correct; MFA is being set up. */
  | 'enrolling'
  /** MFA is set up; its recovery codes are shown only once. */
  | 'keepingCodes'
  /** The password is correct; a one-time code is required. */
  | 'asked'
  /** The browser is being redirected to a provider. */
  | 'atProvider'
  /** An invitation is valid; the first password is being set. */
  | 'invited'
  /** The platform has accepted the sign-in; the application is starting. */
  | 'finishing'
  | 'signedIn';

/** Event that moves a sign-in from one step to another. */
export type Happening =
  | 'submitted'
  | 'refused'
  | 'expired'
  | 'mustEnroll'
  | 'mustVerify'
  | 'accepted'
  | 'enrolled'
  | 'codesKept'
  /** The session that was waiting for MFA no longer exists. */
  | 'notPending'
  | 'sentToProvider'
  | 'invitationHeld'
  /** The browser already has a session. */
  | 'known'
  | 'finished'
  /** A page of a later step was opened directly by its URL. */
  | 'openedChange'
  | 'openedEnrolment'
  | 'openedCode'
  /** Returned to the form. */
  | 'began';

type Ways = Readonly<Partial<Record<Happening, Step>>>;

/**
 * All transitions. Events that are not listed are ignored: a form that is submitted twice is sent
 * once.
 */
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

/** Returns the next step; `undefined` when the event is not possible here. */
export function after(step: Step, happening: Happening): Step | undefined {
  return TRANSITIONS[step][happening];
}
