import { describe, expect, it } from 'vitest';
import {
  afterSaving,
  differences,
  createDraft,
  isEdited,
  rebase,
  withTyped,
  type Draft,
} from '#web/forms/draft.ts';

interface Form {
  readonly name: string;
  readonly hub: string;
  readonly active: boolean;
  readonly tags: readonly string[];
}
const saved: Form = { name: 'Ada', hub: 'One', active: true, tags: ['a'] };
const typing = (typed: Partial<Form>): Draft<Form> => withTyped(createDraft(saved, 1), typed);

describe('a form over a record that others change', () => {
  it('is edited once something differs from what it was filled from, and not when that is typed back', () => {
    expect(isEdited(typing({}))).toBe(false);
    expect(isEdited(typing({ name: 'Grace' }))).toBe(true);
    expect(isEdited(withTyped(typing({ name: 'Grace' }), { name: 'Ada' }))).toBe(false);
  });

  it('compares lists by what is in them, since each answer brings new ones', () => {
    expect(isEdited(typing({ tags: ['a'] }))).toBe(false);
    expect(differences(typing({ tags: ['b'] }), { ...saved, tags: ['c'] })).toEqual([
      { field: 'tags', was: ['a'], is: ['c'], isDisputed: true },
    ]);
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
      const next = rebase(
        typing({ name: 'Grace', active: false }),
        { ...saved, name: 'Maya', hub: 'Two' },
        2,
        whose,
      );
      expect(next).toEqual({
        version: 2,
        base: { ...saved, name: 'Maya', hub: 'Two' },
        typed: { ...saved, name, hub: 'Two', active: false },
      });
    },
  );

  it('stands on what was saved, as the server has it, and keeps what was typed since it was sent', () => {
    const sent = typing({ name: ' Grace ' });
    const meanwhile = withTyped(sent, { hub: 'Two' });
    expect(afterSaving(meanwhile, sent.typed, { ...saved, name: 'Grace' }, 2)).toEqual({
      version: 2,
      base: { ...saved, name: 'Grace' },
      typed: { ...saved, name: 'Grace', hub: 'Two' },
    });
  });
});
