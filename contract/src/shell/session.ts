/** The session, for the plug-in that signs in. */
export interface SessionService {
  /**
   * After the platform has accepted a sign-in: fetches the user data anew, starts the application and goes to the
   * remembered place, or to where the user lands by default.
   */
  finishSignIn(options?: { readonly stay?: boolean }): Promise<void>;
  /** Ends the session at the platform and goes to the sign-in page. */
  signOut(): Promise<void>;
}
