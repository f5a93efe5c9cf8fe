/** API addresses that the first screen of a visit does not need. Import this file in each file that calls one. */
import { laterAddresses } from '#contract/later-addresses';
import { registerAddresses } from '#web/api.ts';

registerAddresses(laterAddresses);
