/** Input for each route of kiosks, badges and PINs, so that access tests call it. */
import type { RouteName } from '#contract/routes';
import { KIOSK_DEFAULTS } from '#domain/kiosk/options';
import { requestId } from '#tests/make';

const BADGE = { badge: '00FF' };
const KIOSK = { name: 'Gate', scope: [], options: KIOSK_DEFAULTS };
const KEPT = {
  requestId: '00000000-0000-4000-8000-000000000001',
  counter: 1,
  punch: 'clock_in',
  at: '2026-11-20T08:00:00.000Z',
  offsetMs: 0,
  answeredAt: null,
  steadyMs: null,
};

export const KIOSK_INPUTS: Partial<Record<RouteName, () => unknown>> = {
  kioskContact: () => ({ queued: 0, pageVersion: '1' }),
  kioskPunch: () => ({ requestId: requestId(), who: BADGE }),
  kioskKept: () => ({
    deviceNow: '2026-11-20T09:00:00.000Z',
    presses: [{ ...KEPT, who: { sealed: 'A'.repeat(512) } }],
  }),
  kioskPin: () => ({ who: { ...BADGE, pin: '271828' }, pin: '314159' }),
  kioskLeft: () => ({
    requestId: requestId(),
    who: BADGE,
    entryId: requestId(),
    day: '2026-11-19',
    time: '17:00',
  }),
  kioskBadge: () => ({ admin: { ...BADGE, pin: '271828' }, badge: '00AB', whose: { userId: requestId() } }),
  kioskWhoIsIn: () => ({ admin: { ...BADGE, pin: '271828' } }),
  addKiosk: () => ({ code: 'ABCD2345', ...KIOSK }),
  saveKiosk: () => ({ id: requestId(), version: 1, ...KIOSK }),
  revokeKiosk: () => ({ id: requestId() }),
  personBadges: () => ({ id: requestId() }),
  removeBadge: () => ({ id: requestId(), badgeId: requestId() }),
  giveTemporaryPin: () => ({ id: requestId() }),
  makeCards: () => ({ userIds: [requestId()] }),
  choosePin: () => ({ pin: '271828' }),
  sendKept: () => ({ presses: [KEPT] }),
};
