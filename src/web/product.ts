/** What the product is called and which one this is; the only place of both in the web client. */
import { version } from '../../package.json';

export const PRODUCT_NAME = 'Punctual';
/** spec §1, from package.json. */
export const VERSION_LABEL = `Version ${version}`;
