/** The session, for the plugin with the sign-in pages. */
export interface SessionService {
  /**
   * Whether the user was redirected here from a page that requires sign-in. The sign-in page may
   * then redirect to a provider automatically. False after a sign-out, and when the user opened the
   * sign-in page directly.
   */
  readonly sentToSignIn: boolean;
  /**
   * Call after the platform has accepted a sign-in: reloads the user data, starts the application,
   * and navigates to the remembered or default page. `to`: a requested URL of this origin instead,
   * which the platform resolves. `stay`: keep the current page.
   */
  finishSignIn(options?: { readonly stay?: boolean; readonly to?: string }): Promise<void>;
  /**
   * Ends the session and navigates to the sign-in page, or to the SAML provider's sign-out page.
   */
  signOut(): Promise<void>;
}
