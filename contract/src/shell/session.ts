/** The session, for the plug-in that signs in. */
export interface SessionService {
  /**
   * Whether the sign-in page is there because somebody asked for another one, which needs a sign-in: then he may be led on without being
   * asked. Not after a sign-out, and not where the sign-in page itself was asked for.
   */
  readonly sentToSignIn: boolean;
  /**
   * After the platform has accepted a sign-in: fetches the user data anew, starts the application and goes to the
   * remembered place, or to where the user lands by default. `to`: an address of this origin that was wished for instead;
   * the platform says where that leads. `stay`: the page on the screen remains.
   */
  finishSignIn(options?: { readonly stay?: boolean; readonly to?: string }): Promise<void>;
  /** Ends the session at the platform and goes to the sign-in page, or to the SAML provider's own sign-out. */
  signOut(): Promise<void>;
}
