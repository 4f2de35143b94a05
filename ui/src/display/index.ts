export { Badge, type BadgeState } from './Badge.tsx';
export { CodeBlock, type CodeTab } from './CodeBlock.tsx';
export { type Fact, Facts } from './Facts.tsx';
export { SBOM_FORMATS, type SbomFormat, SbomLinks } from './SbomLinks.tsx';
export { Tags } from './Tags.tsx';
