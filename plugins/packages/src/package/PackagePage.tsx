export function PackagePage() {
  return <h1 tabIndex={-1}>Packages</h1>;
}
