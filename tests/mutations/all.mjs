/**
 * Small faults for `npm run mutate` to put into the product: another text, bound or sign, or a missing call. `from`
 * occurs exactly once in its file. `e2e` names end-to-end tests, for code that no other test imports.
 */
import { AGREED_HOURS } from './agreed-hours.mjs';
import { IDENTITIES } from './identities.mjs';
import { PROTECTIONS } from './protections.mjs';
import { RULES } from './rules.mjs';
import { SCREENS } from './screens.mjs';
import { SERVER } from './server.mjs';

export const MUTATIONS = [...RULES, ...SERVER, ...PROTECTIONS, ...IDENTITIES, ...SCREENS, ...AGREED_HOURS];
