/** The page of requests for access. */
export const REQUESTS = '/access_requests';
