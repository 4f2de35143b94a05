import { oneOf } from './schemaKinds.ts';

/** The formats of bills of materials: CycloneDX 1.6 and SPDX 2.3, both in JSON. */
export const sbomFormat = oneOf(['cyclonedx', 'spdx']);
