import { requestId } from '#tests/make';
import type { AgreedPlace } from './agreed-hours-place.ts';
import { send, wall, worker } from './agreed-hours-send.ts';
import type { Actor, Step } from './agreed-hours-steps.ts';

const DAY = 86_400_000;

/** Requests leave. The step's shape decides the kind, the days, and whether leave is changed or cancelled. */
export async function leave(place: AgreedPlace, step: Step): Promise<void> {
  const { shape, which, fate } = step;
  const by: Actor = step.by === 'linus' || step.by === 'grace' ? step.by : step.of;
  const taken = await place.leaveOf(step.of);
  const found = step.what === 'leave' ? undefined : taken[which % Math.max(1, taken.length)];
  const { id: leaveId, ...old } = found ?? { id: undefined };
  const begin = found ? Date.parse(found.first) : place.now + (which - 3) * DAY;
  const days = shape === 'two' || shape === 'add' ? which + 1 : 1;
  const wanted = {
    kind: shape === 'in' || shape === 'two' ? 'sick' : 'holiday',
    first: wall(begin).day,
    last: wall(begin + (days - 1) * DAY).day,
    half: days === 1 && shape === 'break' ? ('morning' as const) : null,
  };
  const stale = { kind: 'gone', first: wanted.first, last: wanted.last, half: null };
  await send(place, { ...step, by }, 'askLeave', {
    requestId: requestId(),
    userId: worker(place, step).id,
    leaveId,
    old: found ? (fate === 'stale' ? stale : (old as typeof wanted)) : null,
    new: found && shape === 'remove' ? null : wanted,
    reason: '',
  });
}
