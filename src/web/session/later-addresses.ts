/** API addresses that no first screen needs. Import this file wherever one of them is called. */
import { laterAddresses } from '#contract/later-addresses';
import { registerAddresses } from '#web/api.ts';

registerAddresses(laterAddresses);
