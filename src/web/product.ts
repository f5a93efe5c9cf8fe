import { version } from '../../package.json';

export const PRODUCT_NAME = 'Punctual';
/** The page's version; the server's may be newer. */
export const VERSION = version;
