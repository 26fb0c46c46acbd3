/** The plain text that answers an address which the protocol of sign-in does not have. */
export const UNKNOWN_PATH = '404 page not found\n';
