import { describe, expect, it } from 'vitest';
import {
  afterSaving,
  differences,
  draftOf,
  isEdited,
  rebased,
  withTyped,
  type Draft,
} from '#web/forms/draft.ts';

type Field = 'name' | 'hub' | 'active';
const saved = { name: 'Ada', hub: 'One', active: true };
const typing = (typed: Partial<Record<Field, string | boolean>>): Draft<Field> =>
  Object.entries(typed).reduce(
    (draft, [field, value]) => withTyped(draft, field as Field, value),
    draftOf<Field>(saved, 1),
  );

describe('a form over a record that others change', () => {
  it('is edited once something differs from what it was filled from, and not when that is typed back', () => {
    expect(isEdited(typing({}))).toBe(false);
    expect(isEdited(typing({ name: 'Grace' }))).toBe(true);
    expect(isEdited(withTyped(typing({ name: 'Grace' }), 'name', 'Ada'))).toBe(false);
  });

  it('tells what others changed, and where both typed something else', () => {
    expect(differences(typing({ name: 'Grace' }), { ...saved, name: 'Maya', hub: 'Two' })).toEqual([
      { field: 'name', was: 'Ada', is: 'Maya', isDisputed: true },
      { field: 'hub', was: 'One', is: 'Two', isDisputed: false },
    ]);
    expect(differences(typing({ name: 'Maya' }), { ...saved, name: 'Maya' })[0]?.isDisputed).toBe(false);
  });

  it.each([
    ['mine', 'Grace'],
    ['theirs', 'Maya'],
  ] as const)(
    'goes on from the new record with %s where both changed it, and with both where only one did',
    (whose, name) => {
      const next = rebased(
        typing({ name: 'Grace', active: false }),
        { ...saved, name: 'Maya', hub: 'Two' },
        2,
        whose,
      );
      expect(next).toEqual({
        version: 2,
        base: { name: 'Maya', hub: 'Two', active: true },
        typed: { name, hub: 'Two', active: false },
      });
    },
  );

  it('stands on what was saved, as the server has it, and keeps what was typed since it was sent', () => {
    const sent = typing({ name: ' Grace ' });
    const meanwhile = withTyped<Field>(sent, 'hub', 'Two');
    expect(afterSaving(meanwhile, sent.typed, { ...saved, name: 'Grace' }, 2)).toEqual({
      version: 2,
      base: { name: 'Grace', hub: 'One', active: true },
      typed: { name: 'Grace', hub: 'Two', active: true },
    });
  });
});
