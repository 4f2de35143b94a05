/**
 * Returns the level of gzip for the large archives: `usual`, or `LADING_RELEASE_COMPRESSION`. Tests
 * build releases that are not published.
 */
export const compressionLevel = (usual) => Number(process.env.LADING_RELEASE_COMPRESSION ?? usual);
