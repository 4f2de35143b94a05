const NAMES = [
  // Peer connections are not subject to the content policy in every browser.
  ...['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel'],
  // Creates nested frames without Trusted Types.
  'XSLTProcessor',
];

/**
 * Removes what the sandbox and the content policy leave: connections to other servers, and entries
 * in the history of the tab, which the back button would have to pass.
 */
export function restrictWindow(frame: Window): void {
  for (const name of NAMES) Reflect.deleteProperty(frame, name);
  const nothing = () => {};
  for (const name of ['pushState', 'replaceState', 'back', 'forward', 'go'])
    Object.defineProperty(Object.getPrototypeOf(frame.history), name, { value: nothing });
}
