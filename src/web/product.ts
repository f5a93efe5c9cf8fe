/** What the product is called and which one this is; the only place of both in the web client. */
import { version } from '../../package.json';

export const PRODUCT_NAME = 'Punctual';
/** Of this page, from package.json; the server may be of another by now. */
export const VERSION = version;
/** spec §1. */
export const VERSION_LABEL = `Version ${version}`;
