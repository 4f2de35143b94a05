export function VersionPage() {
  return <h1 tabIndex={-1}>Packages</h1>;
}
