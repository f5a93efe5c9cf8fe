/**
 * Small ways to break the product, for `npm run mutate`: a text, a bound, a sign, a call left out. `from` stands exactly
 * once in its file; `e2e` names end-to-end files for what no import reaches.
 */
import { AGREED_HOURS } from './agreed-hours.mjs';
import { IDENTITIES } from './identities.mjs';
import { PROTECTIONS } from './protections.mjs';
import { RULES } from './rules.mjs';
import { SCREENS } from './screens.mjs';
import { SERVER } from './server.mjs';

export const MUTATIONS = [...RULES, ...SERVER, ...PROTECTIONS, ...IDENTITIES, ...SCREENS, ...AGREED_HOURS];
