/** The session, for the plug-in that signs in. */
export interface SessionService {
  /**
   * After the platform has accepted a sign-in: fetches the user data anew, starts the application and goes to the
   * remembered place, or to where the user lands by default. `to`: an address of this origin that was wished for instead;
   * the platform says where that leads. `stay`: the page on the screen remains.
   */
  finishSignIn(options?: { readonly stay?: boolean; readonly to?: string }): Promise<void>;
  /** Ends the session at the platform and goes to the sign-in page, or to the SAML provider's own sign-out. */
  signOut(): Promise<void>;
}
