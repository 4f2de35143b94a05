/** Product logo and name. */
export function Wordmark() {
  return (
    <div className="auth-wordmark">
      <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
        <path d="M3 7.5 14 2l11 5.5v13L14 26 3 20.5z" fill="var(--ld-accent)" />
        <path d="M3 7.5 14 13l11-5.5M14 13v13" fill="none" stroke="var(--ld-bg)" strokeWidth="1.6" />
        <path d="m8.5 4.8 11 5.5v4" fill="none" stroke="var(--ld-bg)" strokeWidth="1.6" />
      </svg>
      <span>Lading</span>
    </div>
  );
}
